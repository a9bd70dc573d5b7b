/** The panel's first page: its numbers are what happened, and it says what needs attention before it hurts. */
import { person } from '../support/actors.ts'
import { ACCOUNTS, ALICE, BOB } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import {
  enterPanel,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  registerInPanel,
  secretOn,
  textIn,
} from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'

const DAY = 86_400

let idp: Idp
let admin: PanelVisitor
beforeEach(async () => {
  idp = await startIdp({ options: { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: [] } })
  admin = await enterPanel(idp)
})
afterEach(() => idp.stop())

const overview = async (query = ''): Promise<string> => (await admin.open(`/${query}`)).answer.text
/** The number of a tile. */
const tile = (page: string, label: string): string | undefined =>
  new RegExp(`>${label}</span><span class="sso-stat-value">([^<]*)<`).exec(page)?.[1]
const listOn = (page: string): string => /<ul class="sso-attention">(.*?)<\/ul>/s.exec(page)?.[1] ?? ''
/** What needs attention: where it leads and why. */
const needs = (page: string): readonly string[] =>
  [...listOn(page).matchAll(/href="\/admin([^"]*)".*?<p class="sso-hint">(.*?)<\/p>/gs)].map(
    ([, path, why = '']) => `${path} ${textIn(why)}`,
  )

async function party(id: string, more: Readonly<Record<string, string>> = {}) {
  const secret = secretOn(await registerInPanel(admin, id, more)) ?? ''
  return relyingParty(idp, {
    client_id: id,
    client_type: 'confidential',
    client_secret: secret,
    redirect_uris: [`https://${id}.example/callback`],
  })
}

it('counts today’s sign-ins, who is signed in, refused tokens, and tells who was used most', async () => {
  const [busy, idle] = [await party('busy'), await party('idle')]
  for (const who of [ALICE, BOB]) {
    const one = person(idp, who)
    await one.signIn(busy)
    await one.signIn(busy)
  }
  await person(idp).signIn(idle)
  await busy.refresh('nonsense')
  await busy.refresh('nonsense')
  const page = await overview()
  // The administrator's own sign-in counts like every other.
  expect(tile(page, 'Sign-ins today')).toBe('4')
  expect(tile(page, 'Users signed in now')).toBe('3')
  expect(tile(page, 'Token errors today')).toBe('2')
  expect(tile(page, 'Failed logout deliveries, 24 hours')).toBe('0')
  const top = /aria-labelledby="top-clients".*?<\/section>/s.exec(page)?.[0] ?? ''
  expect(textIn(top)).toMatch(/The busy4.*The idle1/)
  expect(page).toContain('Show as a table')
  idp.clock.forward(DAY)
  admin = await enterPanel(idp)
  expect(textIn(await overview())).toContain('3 fewer than yesterday')
})

it('says nothing when there is nothing to say', async () => {
  const fresh = await party('fresh')
  await fresh.introspect('x')
  expect(needs(await overview())).toEqual([])
  expect(textIn(await overview())).toContain('Nothing needs attention.')
})

it('names a secret that was never used, one that is old, and http that has stayed, each until it is mended', async () => {
  const used = await party('used')
  await party('unused')
  await party('local', { redirect_uris: 'http://localhost:4000/cb', post_logout_redirect_uris: '' })
  await party('spa', { client_type: 'public' })
  await used.introspect('x')
  const unused = (id: string): string =>
    `/clients/${id}/security Its secret was not used since it was created, more than a week ago.`
  idp.clock.forward(8 * DAY)
  admin = await enterPanel(idp)
  expect(needs(await overview())).toEqual([unused('local'), unused('unused')])
  idp.clock.forward(90 * DAY)
  admin = await enterPanel(idp)
  const http = '/clients/local/settings In development for more than 90 days, with an address that uses http.'
  expect(needs(await overview())).toEqual(expect.arrayContaining([http, unused('local'), unused('unused')]))
  idp.clock.forward(300 * DAY)
  admin = await enterPanel(idp)
  expect(needs(await overview())).toContain('/clients/used/security Its secret is older than a year. Rotate it.')
  await admin.send(await admin.open('/clients/used/rotate-secret'), '/rotate-secret')
  await admin.send(await admin.open('/clients/unused/disable'), '/disable')
  expect((await overview()).match(/\/clients\/(?:used|unused)\/security/g)).toBeNull()
})

it('looks at a part of many clients at a time, and goes on from there', async () => {
  const now = idp.clock.now()
  for (let index = 0; index < 30; index += 1) {
    const id = `old-${String(index).padStart(2, '0')}`
    const client = {
      clientId: id,
      clientName: id,
      ownerEmail: 'a@example.com',
      type: 'confidential',
      environment: 'live',
      redirectUris: [`https://${id}.example/cb`],
      postLogoutRedirectUris: [],
      scopes: ['openid'],
      consent: 'once',
      status: 'active',
      source: 'administrator',
      epoch: 'e',
      secretCreatedAt: now - 30 * DAY * 1000,
      createdAt: now - 30 * DAY * 1000,
      changedAt: now,
      changedBy: 'u-admin',
      version: 1,
    }
    await idp.portico.storage.clients.create({ id, record: JSON.stringify(client), redirectUris: client.redirectUris })
  }
  const seen: string[] = []
  let path: string | undefined = ''
  for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
    const page = await overview(path)
    seen.push(...needs(page).map((line) => /clients\/([^/]*)/.exec(line)?.[1] ?? ''))
    path = /href="\/admin\/(\?after=[^"]*)"/.exec(page)?.[1]
  }
  expect(path).toBeUndefined()
  expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `old-${String(index).padStart(2, '0')}`))
})
