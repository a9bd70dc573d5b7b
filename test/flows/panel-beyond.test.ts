/** Lists of the panel that hold more than a page shows or searches: each reports it, and leads to the rest. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { explanations } from '../../lib/domain/audit/explanations.ts'
import { writeClient } from '../../lib/domain/clients/client-record.ts'
import { directoryOn, LINK } from '../support/audit.ts'
import { startIdp } from '../support/idp.ts'
import { clientAt, fillStore } from '../support/large-store.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'

const REF = 'redirect_uri_mismatch'
const storage = embeddedStorage()
const idp = await startIdp({ options: { accounts: PANEL_ACCOUNTS, clients: [], storage, mailer: async () => {} } })
const now = idp.clock.now()
const day = new Date(now).toISOString().slice(0, 10)
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

// The entries come first: they are the oldest, and those that are counted below are the newest.
await fillStore(storage, { clients: 900, people: 600, deliveries: 5_500, entries: 6_000 }, now)
for (const index of numbers(27)) {
  const clientId = `broken-${index}`
  const redirectUris = [`https://${clientId}.example/callback`]
  const client = { ...clientAt(index, now), clientId, clientName: `Broken ${index}`, redirectUris }
  await storage.clients.create({ id: clientId, record: writeClient({ ...client, status: 'active' }), redirectUris })
  const use = { days: { [day]: { signIns: 0, refreshes: 0, reached: { requested: 40 }, refused: { [REF]: 40 } } } }
  await storage.documents.replace('client-use', clientId, undefined, JSON.stringify(use))
  if (index < 13) for (const count of numbers(6)) await failedNotice(clientId, count)
}
for (const index of numbers(2_050)) {
  const name = `crowd-${String(index).padStart(4, '0')}`
  const person = { name: `Crowd ${index}`, ...(index < 20 ? { roles: [`team-${index}`] } : {}) }
  const account = { sub: name, username: name, person, status: 'active', source: 'administrator' } as const
  await directoryOn(storage.documents).create({ ...account, createdAt: now, changedAt: now })
}
const refusal = { event: 'request.refused', result: 'refused', ref: REF, client: 'app-00000' }
for (const _ of numbers(4))
  await storage.audit.append(
    now,
    numbers(150).map(() => JSON.stringify(refusal)),
    LINK,
  )
const kept = explanations(storage, idp.clock.now, () => {})
const ids = numbers(10).map((index) => `m2m2-0000-000${index}`)
for (const requestId of ids)
  kept.keep(
    {
      requestId,
      at: now,
      route: 'authorize',
      status: 400,
      client: 'app-00000',
      address: '192.0.2.1',
      ref: REF,
      steps: [],
      facts: {},
    },
    'known',
  )
await until(async () => (await kept.beginningWith('m2m200', 20)).length === ids.length)
idp.clock.forward(61)
const admin = await enterPanel(idp)
await until(async () => textIn((await admin.open('/')).answer.text).includes('Broken'))

async function failedNotice(clientId: string, count: number): Promise<void> {
  const id = `failed-${clientId}-${count}`
  const times = { createdAt: now + count, dueAt: now + count }
  const about = { clientId, subject: 'u-1', session: 's-1', sid: 's-1.x', uri: `https://${clientId}.example/out` }
  const condition = '{"kind":"session-end","generation":0}'
  const notice = { id, ...about, ...times, channel: 'backchannel', tries: 1, condition } as const
  await storage.deliveries.put([{ ...notice, state: 'held', dueAt: now + 86_400_000 }])
  await storage.deliveries.complete({ ...notice, state: 'failed' }, 30 * 86_400_000)
}

it.each([
  ['the overview, of broken apps', '/', /and 7 more/],
  ['the menu, of broken apps', '/keys', /27 apps are broken/],
  ['the overview, of apps', '/', /and 17 more/],
  ['the overview, of apps without notices', '/', /and 3 more/],
  ['the overview, of failed notices', '/', /At least 6 sign-out notices failed/],
  ['a reason for attention', '/clients?attention=secret-unused', /612 apps have never.*and 112 more/],
  ['sessions of the users with a name', '/sessions?q=crowd', /Only the first 25 matches are included/],
  ['notices to the apps with a name', '/deliveries?q=app', /Only the first 50 matches are included/],
  ['activity of users with a name', '/activity?q=crowd', /Only the first 50 matches are included/],
  ['activity of requests', '/activity?q=m2m200', /Only the first 8 matches are included/],
  ['requests that begin so', '/search?q=m2m200', /Only the first 8 matches are included/],
  ['requests near one', '/search?q=m2m2-0000-zzzz', /Only the first 8 matches are included/],
  ['an unknown request', '/explain/m2m2-0000-zzzz', /Only the first 8 matches are included/],
  ['a request in the trail', '/search?q=k7m2-9qxd-4htn', /Search older/],
  [
    'a session by its sid',
    '/search?q=AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBB',
    /Not everything has been searched yet.*Search older/s,
  ],
  ['settings', '/search?q=se', /Settings.*Show all/s],
  ['suggestions', '/search/suggest?q=crowd', /Show all/],
  ['sign-ins of a user', '/users/crowd-0001', /Not everything has been searched yet/],
  ['denials of an app', '/clients/broken-1/overview', /Not everything has been searched yet/],
  ['sessions with a scope', '/clients/app-00000/scopes', /at least 500 active sessions hold it/],
  ['roles', '/roles', /These counts cover only the first 2,000 users/],
  ['roles of a new user', '/users/new', /and 1\d more/],
  ['a search for users', '/users?q=absent', /Not everything has been searched yet/],
  ['roles to filter users by', '/users', /roles to filter by are those of the first users/],
  ['emails behind many notices', '/emails?state=failed', /Not everything has been searched yet/],
  ['a user by name, beyond the search', '/users?q=crowd-2049', /Crowd 2049/],
])('%s', async (_, path, words) => {
  expect(textIn((await admin.browser.go(`/admin${path}`)).text)).toMatch(words)
})

it('a denial that was counted in part is not said to be the first', async () => {
  const text = textIn((await admin.open(`/explain/${ids[0]}`)).answer.text)
  expect(text).toContain('at least 500 times')
  expect(text).not.toContain('· first ')
})
