/** Sessions that end by time: idle and absolute (D-S1, D-S9). Their clients are notified, and the browser is signed out. */
import { AFTERLIFE_MS } from '../../policies/browser-session.ts'
import { person } from '../support/actors.ts'
import type { Start } from '../support/deployments.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { byGet, JSON_CALLER, stateOf } from '../support/logout-caller.ts'
import { logoutClient, pause, startSink } from '../support/logout-sinks.ts'
import { onBothStoresAtOnce } from '../support/logout-stores.ts'
import { claimsOf, relyingParty } from '../support/relying-party.ts'

interface Lifetimes {
  readonly sessionIdle?: number
  readonly sessionAbsolute?: number
}

const onBothStores = onBothStoresAtOnce()
const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** An app that is told of the end, and one that is not. */
async function begin(start: Start, lifetimes: Lifetimes) {
  const sink = await startSink()
  closing.push(sink.close)
  const idp = await start({
    options: { lifetimes, clients: [CONF, logoutClient('app', { backchannel_logout_uri: sink.url })] },
  })
  return { sink, idp, app: relyingParty(idp, logoutClient('app')), conf: relyingParty(idp, CONF) }
}

onBothStores(
  'BC-01: a session that is not used is over at its idle end, and its clients are told once',
  async (start) => {
    const { sink, idp, app } = await begin(start, { sessionIdle: 2 })
    const alice = person(idp)
    const tokens = await alice.signIn(app, { scope: 'openid offline_access' })
    await pause(2_100)
    expect(await stateOf(alice, app)).toBe('login_required')
    const [notice] = await sink.arrived(1)
    expect(notice?.claims).toMatchObject({ aud: 'app', sub: ALICE.sub, sid: claimsOf(tokens.id_token).sid })
    await pause(2_200)
    expect(sink.notices).toHaveLength(1)
    expect(await idp.portico.sessions.list(ALICE.sub)).toEqual([])
    // Nobody signed out: tokens keep their own times.
    expect((await app.introspect(tokens.access_token)).json().active).toBe(true)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  },
)

onBothStores('use moves the idle end, not the absolute one', async (start) => {
  const { sink, idp, app } = await begin(start, { sessionIdle: 3, sessionAbsolute: 6 })
  const alice = person(idp)
  await alice.signIn(app)
  const signedInAt = Date.now()
  while (Date.now() - signedInAt < 4_500) {
    await pause(500)
    expect(await stateOf(alice, app)).toBe('signed in')
  }
  expect(sink.notices).toEqual([])
  await pause(signedInAt + 6_050 - Date.now())
  expect(await stateOf(alice, app)).toBe('login_required')
  await sink.arrived(1)
})

onBothStores('a session that was signed out is not told of again at its end', async (start) => {
  const { sink, idp, app } = await begin(start, { sessionIdle: 2 })
  const alice = person(idp)
  const { id_token } = await alice.signIn(app)
  await byGet(alice, { id_token_hint: id_token }, JSON_CALLER)
  await sink.arrived(1)
  await pause(4_500)
  expect(sink.notices).toHaveLength(1)
})

onBothStores('two nodes tell it once', async (start) => {
  const { sink, idp, app } = await begin(start, { sessionIdle: 2 })
  await idp.anotherNode()
  await person(idp).signIn(app)
  await sink.arrived(1)
  await pause(1_500)
  expect(sink.notices).toHaveLength(1)
})

// The clock of this store can be moved by hours.
it('embedded store: with the usual lifetimes: twelve hours without use, told though all nodes were down for most of a day', async () => {
  const { sink, idp, app, conf } = await begin(startIdp, {})
  closing.push(idp.stop)
  const alice = person(idp)
  const tokens = await alice.signIn(app)
  idp.clock.forward(12 * 3_600 - 60)
  expect(await stateOf(alice, app)).toBe('signed in')
  idp.clock.forward(12 * 3_600 + 1)
  expect(await stateOf(alice, conf)).toBe('login_required')
  idp.clock.forward(AFTERLIFE_MS / 1000 - 600)
  // The node that comes back looks at once.
  const other = await idp.anotherNode()
  const [notice] = await sink.arrived(1)
  expect(notice?.claims.sid).toBe(claimsOf(tokens.id_token).sid)
  expect(await other.portico.sessions.list(ALICE.sub)).toEqual([])
})
