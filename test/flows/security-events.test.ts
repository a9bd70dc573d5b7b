/** `sso.on`: the events that the application receives in its process, without secrets and email addresses. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { SecurityEvent } from '../../lib/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { grantOf } from '../support/actors.ts'
import type { Page } from '../support/browser.ts'
import { ACCOUNTS, ALICE, CLIENTS, PUB } from '../support/fixtures.ts'
import { gatedVisitor } from '../support/gated-visitor.ts'
import { runningIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, PANEL_ACCOUNTS, registerInPanel, secretOn } from '../support/panel-visitor.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'
import { pageOf, visitor } from './portal-visitor.ts'

const WIKI = { clientId: 'wiki', url: 'https://wiki.example.com' }
const GATED = { client_id: 'wiki', client_type: 'confidential', gate: { url: WIKI.url } } as const
const REFRESHES = 50
const OFFLINE = { scope: 'openid email offline_access' }

const named = (name: SecurityEvent['event']): readonly SecurityEvent[] => events.filter(({ event }) => event === name)
/** How many entries there are apart from refusals: a refusal is stored after everything that happened before it. */
async function stableEntryCount(): Promise<number> {
  const requestId = String((await idp.send('/authorize?client_id=unknown')).headers['x-request-id'])
  await until(async () => (await idp.portico.audit.list({ requestId }, undefined, 1)).entries.length > 0)
  return (await idp.portico.audit.list({ result: 'ok' }, undefined, 500)).entries.length
}

const accounts = [...ACCOUNTS, ...PANEL_ACCOUNTS]
const idp = await runningIdp({ accounts, clients: [...CLIENTS, GATED] })

const events: SecurityEvent[] = []

idp.portico.on('*', (event) => events.push(event))
const secrets: string[] = [
  ...accounts.flatMap(({ password }) => password ?? []),
  ...CLIENTS.flatMap((client) => client.client_secret ?? []),
]

const [conf, spa] = [idp.party(), idp.party(PUB)]
const alice = idp.user()
const { request, ...stop } = await alice.open(conf, OFFLINE)
// A mail address and a password in the wrong fields.
const again = await alice.browser.submit(pageOf(stop), { username: ALICE.email, password: 'a wrong password' })
const slipped = await alice.browser.submit(pageOf(again), { username: ALICE.password, password: ALICE.email })
const grant = grantOf((await alice.walk(slipped)).url, request)
const tokens = (await conf.exchange(grant)).json() as TokenSet
const seen = [tokens]
await idp.send(`/authorize?client_id=conf&redirect_uri=https%3A%2F%2Fanother%40evil.example%2F`)
await idp.send('/token', { body: { grant_type: 'refresh_token', refresh_token: 'another@example.com' } })

const wiki = gatedVisitor(idp, WIKI)
await wiki.enter('/')
const portal = visitor(idp)
await portal.open('/')
const panel = await enterPanel(idp)
const before = await stableEntryCount()
for (let count = 0; count < REFRESHES; count += 1) {
  const { refresh_token: last } = seen.at(-1) as TokenSet
  seen.push((await conf.refresh(last)).json() as TokenSet)
  await conf.introspect(last)
  await conf.userinfo((seen.at(-1) as TokenSet).access_token)
}
for (let count = 0; count < 5; count += 1) {
  await portal.open('/security')
  await panel.open('/users')
  await wiki.ask('/page')
  // Sessions of panel, portal and gate are looked at again in the store.
  idp.clock.forward(120)
}
const entriesOfUse: number = (await stableEntryCount()) - before

await conf.refresh(tokens.refresh_token)
const spaTokens = await alice.signIn(spa, OFFLINE)
await spa.revoke(spaTokens.refresh_token)
// The first sign-in is too old by now for a form that writes.
const admin = await enterPanel(idp)
const added = (await admin.send(await admin.open('/users/new'), '/admin/users', {
  username: 'carol@example.com',
  email: 'carol@example.com',
})) as Page
const [carol] = named('account.created')
const edit = await admin.open(`/users/${carol?.user}/edit`)
await admin.send(edit, '/edit', { email: 'carol@new.example', name: 'Carol <carol@new.example>', locale: 'ar' })
const secret = secretOn(await registerInPanel(admin, 'made', { name: 'Of owner@example.com' }))
secrets.push(
  'a wrong password',
  grant.code,
  grant.verifier,
  ...[...seen, spaTokens].flatMap((set) => [set.access_token, set.id_token, set.refresh_token]),
  secret ?? 'no secret',
  ...[alice.browser, portal.browser, panel.browser, admin.browser].flatMap(({ cookies }) =>
    cookies.all().map(({ value }) => value),
  ),
  ...(/[a-z0-9]{4}(?:-[a-z0-9]{4}){2,}/.exec(added.answer.text) ?? []),
)
await stableEntryCount()

it('a day of everything is heard: who, at which app, in which session, by which request, and why not', () => {
  const received = new Set<string>(events.map(({ event }) => event))
  for (const name of words`
    sign-in.succeeded sign-in.failed consent.given code.issued token.issued token.refreshed token.replayed token.revoked
    request.refused account.created account.changed client.created
  `)
    expect(received).toContain(name)
  expect(named('token.replayed')[0]).toEqual({
    event: 'token.replayed',
    at: expect.any(Number),
    result: 'refused',
    client: 'conf',
    address: '127.0.0.1',
    sid: named('token.issued')[0]?.sid,
    requestId: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
    error: 'invalid_grant',
    ref: 'refresh_token_replayed',
  })
  expect(named('sign-in.failed')[0]).toMatchObject({ result: 'refused', user: ALICE.sub, reason: 'wrong_password' })
  expect(named('client.created')[0]).toMatchObject({ actor: ADMIN.sub, client: 'made' })
  expect(named('client.created')[0]?.changes).toMatchObject({ ownerEmail: 'changed', type: [null, 'confidential'] })
})

it('A7: each refresh is heard and counted, and is no entry; neither is what a running app does', async () => {
  expect(named('token.refreshed')).toHaveLength(REFRESHES)
  expect(entriesOfUse).toBe(0)
  expect(
    (await idp.portico.audit.list({ group: 'token' }, undefined, 500)).entries.map(({ event }) => event),
  ).not.toContain('token.refreshed')
})

it('the events, apart from refreshes, are those of the trail', async () => {
  const trail = (await idp.portico.audit.list({}, undefined, 500)).entries.map(({ event }) => event)
  // Attempts at one password field are one entry, the newest of them; a listener gets each.
  const entered = events.filter(({ event }) => !['token.refreshed', 'sign-in.failed'].includes(event))
  expect(entered.map(({ event }) => event).toSorted()).toEqual(
    trail.filter((event) => event !== 'sign-in.failed').toSorted(),
  )
})

it('no event holds a mail address, a token, a code, a password or a cookie', () => {
  const text = JSON.stringify(events)
  expect(events.length).toBeGreaterThan(REFRESHES + 20)
  expect(text).not.toContain('@')
  expect(secrets.length).toBeGreaterThan(150)
  expect(secrets.filter((secret) => secret.length > 5 && text.includes(secret))).toEqual([])
})

it('a listener that throws, and one that never returns, block no sign-in', async () => {
  const ends = [
    idp.portico.on('*', () => {
      throw new Error('no')
    }),
    idp.portico.on('*', () => new Promise(() => {})),
  ]
  const received = events.length
  expect((await idp.user().signIn(idp.party())).access_token).toBeTruthy()
  await until(async () => events.slice(received).some(({ event }) => event === 'token.issued'))
  for (const end of ends) end()
  expect(idp.log.lines.filter(({ fields }) => fields['code'] === 'listener-failed')).toHaveLength(1)
})

it('while the store cannot take an entry, its event is heard all the same', async () => {
  const storage = embeddedStorage()
  const append = (): Promise<never> => Promise.reject(new StoreUnavailable('away'))
  const other = await runningIdp({ storage: { ...storage, audit: { ...storage.audit, append } } })
  const received: string[] = []
  other.portico.on('sign-in.succeeded', ({ event, user }) => received.push(`${event} ${user}`))
  await other.user().signIn(other.party())
  await until(async () => received.length > 0)
  expect(received).toEqual([`sign-in.succeeded ${ALICE.sub}`])
})
