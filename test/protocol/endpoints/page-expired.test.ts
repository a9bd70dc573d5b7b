/** A sign-in page that is of no use any more: it leads back to the app that the browser came from, and nowhere else. */
import { LIFETIMES } from '../../../policies/lifetimes.ts'
import { type Browser, openBrowser, type Page } from '../../support/browser.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { failingCalls } from '../../support/failing-calls.ts'
import { runningIdp } from '../../support/idp.ts'
import { registeredClient } from '../../support/registered-client.ts'

const HOME = 'https://conf.example/'
const DAY = 86_400

/** Where else the page leads. */
const waysOut = ({ answer }: Page): readonly string[] =>
  [...answer.text.matchAll(/<a\b[^>]*class="sso-button[^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

onEachDeployment((idp) => {
  const expiredPage = async (browser: Browser): Promise<Page> => {
    const page = (await browser.visit(`${idp.issuer}/interaction/no-longer-there`)) as Page
    expect([page.answer.status, page.answer.text.includes('This sign-in page has expired')]).toEqual([400, true])
    return page
  }
  const cookieOf = (browser: Browser) => browser.cookies.all().find(({ name }) => name === 'sso_recent')

  it('leads back to the app that asked, at the origin of its redirect URI', async () => {
    const browser = openBrowser(idp)
    await browser.visit(idp.party().request().address)
    expect(waysOut(await expiredPage(browser))).toEqual([HOME])
  })

  it('of two tabs each leads back to its own app, whichever asked last; a page that was neither leads to none', async () => {
    const { party } = await registeredClient(idp)
    const browser = openBrowser(idp)
    const uidOf = ({ url }: Page): string => new URL(url).pathname.split('/').at(-1) ?? ''
    const first = (await browser.visit(idp.party().request().address)) as Page
    const second = (await browser.visit(party.request().address)) as Page
    // As after the lifetime of both pages: the engine has neither any more.
    for (const page of [first, second]) await idp.portico.storage.records.remove('interaction', uidOf(page))
    const ways = async ({ url }: Page): Promise<readonly string[]> => waysOut((await browser.visit(url)) as Page)
    expect([await ways(first), await ways(second)]).toEqual([[HOME], [`${new URL(party.redirectUri).origin}/`]])
    expect(waysOut(await expiredPage(browser))).toEqual([])
  })

  it('used already, by a signed-in user: leads to the app and to the account', async () => {
    const alice = idp.user()
    const { request: _request, ...stop } = await alice.open(idp.party())
    await alice.walk(stop)
    const again = (await alice.browser.visit(stop.url)) as Page
    expect(again.answer.text).toContain('already signed in')
    expect(waysOut(again)).toEqual([HOME, `${idp.issuer}/portal/`])
  })

  it('leads nowhere for a browser that came from no app, or whose request was refused or asked for no page', async () => {
    const browser = openBrowser(idp)
    await browser.go(idp.party().request({ redirect_uri: 'https://external.example/' }).address)
    await browser.go(idp.party().request({ scope: 'nonsense' }).address)
    await browser.go(idp.party().request({ prompt: 'none' }).address)
    expect(cookieOf(browser)).toBeUndefined()
    await browser.visit(idp.party().request().address)
    browser.cookies.put('sso_recent', '', cookieOf(browser)?.path)
    expect(waysOut(await expiredPage(browser))).toEqual([])
  })

  it('leads nowhere with a cookie that is not ours: changed, cut, signed for another, or no cookie of this kind', async () => {
    const browser = openBrowser(idp)
    await browser.visit(idp.party().request().address)
    const { value = '', path = '' } = cookieOf(browser) ?? {}
    const { name = '' } = cookieOf(browser) ?? {}
    const [id, uid, until = '', signature = ''] = value.split('.')
    const resume = browser.cookies.value('sso_resume')?.split('.').at(-1) ?? ''
    for (const forged of [
      `conf2.${uid}.${until}.${signature}`,
      `${id}.${uid}x.${until}.${signature}`,
      `${id}.${uid}.${until.slice(0, -1)}${until.endsWith('z') ? 'y' : 'z'}.${signature}`,
      `${id}.${uid}.${until}.${'A'.repeat(43)}`,
      `${id}.${uid}.${until}`,
      `${id}.${until}.${signature}`,
      `${id}.${uid}.${until}.${signature.slice(1)}`,
      `${id}.${uid}.${until}.${resume}`,
      id ?? '',
      '',
    ]) {
      browser.cookies.put(name, forged, path)
      expect([forged, waysOut(await expiredPage(browser))]).toEqual([forged, []])
    }
    browser.cookies.put(name, value, path)
    expect(waysOut(await expiredPage(browser))).toEqual([HOME])
  })

  it('leads nowhere when the app is disabled or gone', async () => {
    const { clientId, party } = await registeredClient(idp)
    const browser = openBrowser(idp)
    await browser.visit(party.request().address)
    expect(waysOut(await expiredPage(browser))).toEqual([`${new URL(party.redirectUri).origin}/`])
    await idp.portico.clients.disable(clientId, 'admin')
    expect(waysOut(await expiredPage(browser))).toEqual([])
    await idp.portico.clients.enable(clientId, 'admin')
    expect(waysOut(await expiredPage(browser))).toHaveLength(1)
    await idp.portico.clients.decommission(clientId, clientId, 'admin')
    expect(waysOut(await expiredPage(browser))).toEqual([])
  })

  it('the portal and the panel are led back to by their own address', async () => {
    const browser = openBrowser(idp)
    await browser.visit(`${idp.issuer}/portal/`)
    expect(waysOut(await expiredPage(browser))).toEqual([`${idp.issuer}/portal/`])
  })

  it('the cookie names its client and its end, lives for a day, and is sent to the sign-in pages alone', async () => {
    const browser = openBrowser(idp)
    await browser.visit(idp.party().request().address)
    const { value, path, attributes } = cookieOf(browser) ?? {}
    expect(value).toMatch(/^conf\.[\w-]{8}\.[0-9a-z]{6}\.[\w-]{43}$/)
    expect(path).toBe(`${new URL(idp.issuer).pathname.replace(/\/$/, '')}/interaction`)
    expect([attributes?.has('httponly'), attributes?.get('samesite'), attributes?.get('max-age')]).toEqual([
      true,
      'Lax',
      String(DAY),
    ])
  })

  it('a day after its end it counts no more, whatever the browser keeps', async () => {
    const browser = openBrowser(idp)
    await browser.visit(idp.party().request().address)
    idp.clock.forward(LIFETIMES.interaction + DAY - 60)
    expect(waysOut(await expiredPage(browser))).toEqual([HOME])
    idp.clock.forward(120)
    expect(waysOut(await expiredPage(browser))).toEqual([])
  })
})

it('costs the authorize path nothing in the store, and the expired page one look', async () => {
  const store = failingCalls()
  const idp = await runningIdp({ storage: store.storage })
  const calls = async (work: () => Promise<unknown>): Promise<number> => {
    store.heal()
    await work()
    return store.calls().length
  }
  const browser = openBrowser(idp)
  const authorize = (): Promise<unknown> => browser.go(idp.party().request().address)
  await authorize()
  // The client is read, and the interaction that begins is written.
  expect(await calls(authorize)).toBe(2)
  const expired = (from: Browser): Promise<unknown> => from.go('/interaction/no-longer-there')
  expect((await calls(() => expired(browser))) - (await calls(() => expired(openBrowser(idp))))).toBe(1)
})
