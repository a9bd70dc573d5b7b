/** The portal's home and its connected apps: recently used ones first, a search in long lists, the owner of an app. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ClientInput } from '../../lib/config/configuration.ts'
import { consents } from '../../lib/domain/accounts/consents.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, runningIdp, sharedIdp } from '../support/idp.ts'
import { enterPanel, formTo, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { words } from '../support/words.ts'
import { pagesFrom, visitor } from './portal-visitor.ts'

const app = (name: string, more: Partial<ClientInput> = {}): ClientInput => ({
  client_id: name.toLowerCase(),
  client_name: name,
  client_type: 'public',
  owner_email: `owner@${name.toLowerCase()}.example`,
  redirect_uris: [`https://${name.toLowerCase()}.example/callback`],
  scopes: ['openid', 'profile'],
  environment: 'live',
  ...more,
})
const APPS = words`Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima`.map((name) => app(name))
const INTRANET = app('Intranet', { consent: 'trusted' })
const TARGET = APPS[9] as ClientInput

const start = (clients: readonly ClientInput[]): Promise<Idp> => runningIdp({ clients })
const namesOn = ({ answer }: Page): readonly string[] =>
  [...answer.text.matchAll(/<a[^>]*class="sso-launcher-app"[^>]*>.*?<bdi>(.*?)<\/bdi>/gs)].map(([, name = '']) => name)

describe('the home of the portal', () => {
  it('shows what was used lately first, the rest by name, and no search for less than a dozen', async () => {
    const idp = await start(APPS.slice(0, 11))
    const browser = openBrowser(idp)
    await idp.user(ALICE, browser).signIn(idp.party(TARGET))
    const page = await visitor(idp, ALICE, browser).open('/')
    expect(namesOn(page)).toEqual(words`Juliet Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Kilo`)
    expect(page.answer.text).not.toContain('Find an app')
  })

  it('is searched from the twelfth app on', async () => {
    const portal = visitor(await start([...APPS.slice(0, 11), INTRANET]))
    expect((await portal.open('/')).answer.text).toContain('Find an app')
    expect(namesOn(await portal.open('/?q=%20IN'))).toEqual(['India', 'Intranet'])
    const nothing = await portal.open('/?q=%3Cscript%3E')
    expect(namesOn(nothing)).toEqual([])
    expect(textIn(nothing.answer.text)).toContain('No apps match')
    expect(nothing.answer.text).not.toContain('<script>alert')
  })
})

describe('lists of more apps than a page has room for', () => {
  const many = Array.from({ length: 75 }, (_, index) => String(index + 100))
  const connected = many.map((number) => app(`Connected-${number}`))
  const trusted = many.map((number) => app(`Trusted-${number}`, { consent: 'trusted' }))
  const named = (pages: readonly Page[], pattern: RegExp): readonly string[] =>
    pages.flatMap(({ answer }) => [...answer.text.matchAll(pattern)].map(([, name = '']) => name))

  it('have each app on one page, and its access is removed from there', async () => {
    const storage = embeddedStorage()
    const idp = await runningIdp({ storage, clients: [...connected, ...trusted] })
    for (const { client_id: clientId } of connected)
      await consents(storage.documents, Date.now).remember(ALICE.sub, { clientId, createdAt: 0 }, ['openid'])
    const portal = visitor(idp)
    const pages = await pagesFrom(portal, '/apps')
    expect(named(pages, /client_id=(connected-\d+)"/g)).toEqual(connected.map((one) => one.client_id))
    expect(named(pages, /<bdi>(Trusted-\d+)<\/bdi>/g)).toEqual(trusted.map((one) => one.client_name))
    expect(named(await pagesFrom(portal, '/'), /<bdi>(\w+-\d+)<\/bdi>/g)).toHaveLength(150)
    const ask = await portal.open('/apps/remove?client_id=connected-174')
    await portal.press(ask, { to: '/apps', client_id: 'connected-174' })
    expect(textIn((await portal.open('/apps?q=ed-174')).answer.text)).not.toContain('Connected-174')
    expect(textIn((await portal.open('/apps?q=ed-174')).answer.text)).toContain('Trusted-174')
    expect(textIn((await portal.open('/apps?q=absent')).answer.text)).toContain('No apps match')
  })

  it('go on behind many apps that the user may not open', async () => {
    const closed = Array.from({ length: 500 }, (_, index) => app(`Closed-${index}`, { access: { roles: ['none'] } }))
    const portal = visitor(await start([...closed, app('Open')]))
    const [first, ...others] = await pagesFrom(portal, '/')
    expect(textIn(first?.answer.text ?? '')).toContain('Not everything has been searched yet')
    expect(others.flatMap(namesOn)).toEqual(['Open'])
  })
})

describe('the launcher', () => {
  it('shows live apps, but for those that are not listed; others when they are', async () => {
    const idp = await start([
      app('Alpha'),
      app('Bravo', { listed: false }),
      app('Charlie', { environment: 'development' }),
      app('Echo', { environment: 'development', listed: true }),
      app('Delta', { status: 'disabled' }),
    ])
    expect(namesOn(await visitor(idp).open('/'))).toEqual(['Alpha', 'Echo'])
  })

  it('follows the choice of an administrator, and without one shows an app when it goes live', async () => {
    const idp = await runningIdp({ accounts: [ALICE, ...PANEL_ACCOUNTS] })
    const { clients } = idp.portico
    await registerTrusted(idp, 'rising', { clientName: 'Rising', type: 'public', consent: 'once' })
    const portal = visitor(idp)
    const panel = await enterPanel(idp)
    const choose = async (fields: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const page = await panel.open('/clients/rising/settings')
      await panel.browser.submit(
        page,
        { redirect_uris: 'https://rising.example/callback', ...fields },
        formTo(page, '/rising/settings'),
      )
      return namesOn(await portal.open('/'))
    }
    expect(namesOn(await portal.open('/'))).toEqual([])
    expect(await choose({ listed: 'on' })).toEqual(['Rising'])
    expect(await choose({ listed: '' })).toEqual([])
    await clients.goLive('rising', 'admin')
    expect(namesOn(await portal.open('/'))).toEqual(['Rising'])
  })
})

describe('an app that a hundred others stand before in the registry', () => {
  const others = Array.from({ length: 210 }, (_, index) => app(`App${100 + index}`))
  const options = {
    clients: [...others, app('Zulu'), app('Zebra', { consent: 'trusted' })],
    access: { canSignIn: (_user: object, { clientId }: { clientId: string }) => /^(sso-|z)/.test(clientId) },
  }
  const idp = sharedIdp(options)

  it('is on the home page of a user who may open it', async () =>
    expect(namesOn(await visitor(idp).open('/'))).toEqual(['Zebra', 'Zulu']))

  it('is among the apps that the company lets in', async () =>
    expect(textIn((await visitor(idp).open('/apps')).answer.text)).toMatch(/Managed by your company.*Zebra/s))
})

it('connected apps say who runs them, and which the company lets in without asking', async () => {
  const idp = await start([TARGET, INTRANET])
  const browser = openBrowser(idp)
  await idp.user(ALICE, browser).signIn(idp.party(TARGET))
  const page = await visitor(idp, ALICE, browser).open('/apps')
  expect(textIn(page.answer.text)).toMatch(/Run by\s*juliet\.example/)
  expect(textIn(page.answer.text)).toMatch(/Managed by your company.*Intranet/s)
  expect(page.forms.filter(({ fields }) => fields.client_id === 'intranet')).toEqual([])
})

it('an app that a user allowed before it was trusted is shown once; apps under construction are not shown', async () => {
  const storage = embeddedStorage()
  const idp = await runningIdp({
    storage,
    clients: [INTRANET, app('Sandbox', { consent: 'trusted', environment: 'development' })],
  })
  const allowed = { clientId: 'intranet', createdAt: 0 }
  await consents(storage.documents, Date.now).remember(ALICE.sub, allowed, ['openid'])
  const { text } = (await visitor(idp).open('/apps')).answer
  expect(text.match(/<bdi>Intranet<\/bdi>/g)).toHaveLength(1)
  expect(text).not.toContain('Sandbox')
})
