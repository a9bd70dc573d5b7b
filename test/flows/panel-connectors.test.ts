/** What administrators see of connectors: their settings, what needs attention, and measurements. */
import { filled } from '../support/filled.ts'
import { ACCOUNTS } from '../support/fixtures.ts'
import { runningIdp, sharedIdp } from '../support/idp.ts'
import { CLIENT, type Lies, type LyingProvider, lyingProvider } from '../support/lying-provider.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { samplesOf, typesOf } from '../support/samples.ts'
import { atProvider } from '../support/upstream-visitor.ts'
import { lineOf } from './portal-visitor.ts'

const TOKEN = 'a-token-for-the-collector-of-measurements'
const DAY = 86_400

let there: LyingProvider
beforeEach(async () => {
  there = await lyingProvider()
})
const idp = sharedIdp(() => {
  const connector = {
    id: 'company',
    name: 'Company',
    issuer: there.issuer,
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    firstSignIn: 'create' as const,
    roles: { claim: 'groups', map: { Sales: ['sales'] } },
    secretExpires: new Date(Date.now() + 40 * DAY * 1000).toISOString().slice(0, 10),
  }
  return runningIdp({
    accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
    metrics: { token: TOKEN },
    login: { upstreams: [connector, { ...connector, id: 'strict', name: 'Strict', firstSignIn: 'deny' }] },
  })
}, beforeEach)
const admin = filled(beforeEach, () => enterPanel(idp))

/** Comes from the provider, which may lie. @returns the status of the answer */
async function come(lies: Lies = {}, { id = 'company', more = '' } = {}): Promise<number> {
  const visitor = idp.user()
  const stop = await visitor.open(idp.party())
  const address = await atProvider({ browser: visitor.browser, stop }, there, id)
  there.lie(lies)
  const { status } = await visitor.browser.go(address + more, { headers: { accept: 'application/json' } })
  there.lie({})
  return status
}
const SERVER_ERROR: Lies = { token: (res) => void res.writeHead(500).end() }

/** What needs attention about connectors: its link, and its text. */
async function toDo(): Promise<readonly string[]> {
  const { answer } = await admin.open('/')
  const rows = answer.text.matchAll(/<li>(?:(?!<\/li>).)*?href="[^"]*(#connector-[^"]*)">(.*?)<\/li>/gs)
  return [...rows].map(([, place, row = '']) => `${place} ${lineOf(row)}`)
}

it('a connector that fails three times in a row needs attention until a user signs in by it', async () => {
  for (let time = 0; time < 2; time += 1) expect(await come(SERVER_ERROR)).toBe(503)
  expect(await toDo()).toEqual([])
  expect(await come({ signedBy: 'other-key' })).toBe(400)
  const [item, ...others] = await toDo()
  expect(others).toEqual([])
  expect(item).toMatch(
    /^#connector-company Company The last 3 sign-ins failed\. Most recent cause: .+: portico upstream/,
  )
  expect(await come()).toBe(303)
  expect(await toDo()).toEqual([])
})

it('that users are unknown here, or that a browser makes answers up, is no failure of the connector', async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await come({}, { id: 'strict' })).toBe(403)
    expect(await come({}, { more: '&error=server_error' })).toBe(503)
    const invented = `/upstream/company/callback?state=${'s'.repeat(43)}&code=c`
    expect((await idp.send(invented, { headers: { accept: 'application/json' } })).status).toBe(400)
  }
  expect(await toDo()).toEqual([])
})

it('a secret needs attention from 30 days before it runs out', async () => {
  expect(await toDo()).toEqual([])
  idp.clock.forward(11 * DAY)
  Object.assign(admin, await enterPanel(idp))
  expect((await toDo())[0]).toMatch(/^#connector-company Company Its client secret expires on /)
  idp.clock.forward(30 * DAY)
  Object.assign(admin, await enterPanel(idp))
  expect((await toDo())[0]).toMatch(/^#connector-company Company Its client secret expired on /)
})

it('groups that the provider left out give no roles, and need attention', async () => {
  expect(await come({ claims: { groups: ['Sales'] } })).toBe(303)
  expect(await toDo()).toEqual([])
  const leftOut = { groups: ['Sales'], _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'x' } } }
  expect(await come({ claims: leftOut })).toBe(303)
  expect((await toDo())[0]).toMatch(/^#connector-company Company The provider left the groups out/)
  expect(textIn((await admin.open('/users?q=Ursula')).answer.text)).not.toContain('sales')
})

it('sign-ins are measured by connector and outcome', async () => {
  const scrape = async () => {
    const { text } = await idp.send('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(typesOf(text).get('portico_upstream_sign_ins_total')).toBe('counter')
    return [...samplesOf(text)].filter(([series]) => series.startsWith('portico_upstream_sign_ins_total'))
  }
  const series = (connector: string, outcome: string): string =>
    `portico_upstream_sign_ins_total{connector="${connector}",outcome="${outcome}"}`
  const outcomes = ['ok', 'denied', 'refused', 'unavailable']
  const all = ['company', 'strict'].flatMap((id) => outcomes.map((outcome) => series(id, outcome)))
  expect(await scrape()).toEqual(all.map((one) => [one, 0]))
  await come({}, { id: 'strict' })
  await come()
  await come(SERVER_ERROR)
  await come({ signedBy: 'other-key' })
  const once = [
    series('company', 'ok'),
    series('company', 'unavailable'),
    series('company', 'refused'),
    series('strict', 'denied'),
  ]
  expect(await scrape()).toEqual(all.map((one) => [one, once.includes(one) ? 1 : 0]))
})

it('the settings page shows each connector whole, with the addresses to register, and no secret', async () => {
  const { answer } = await admin.open('/settings?group=signIn')
  for (const id of ['company', 'strict'])
    for (const page of ['callback', 'backchannel-logout', 'signed-out'])
      expect(answer.text).toContain(`value="${idp.issuer}/upstream/${id}/${page}"`)
  const text = lineOf(answer.text)
  expect(text).toMatch(/client_secret Hidden/)
  expect(text).toMatch(/roles\.map \{"Sales":\["sales"\]\}/)
  expect(text).toMatch(/maxAge 12 hours/)
  for (const { answer: shown } of [await admin.open('/settings?q=login.upstreams'), await admin.open('/settings')])
    expect(shown.text).not.toContain(CLIENT.clientSecret)
  expect(answer.text).not.toContain(CLIENT.clientSecret)
})
