/** Sessions that end by time (D-S1, D-S9). Their clients are notified, and the browser is signed out. */
import { AFTERLIFE_MS } from '../../policies/browser-session.ts'
import type { Start } from '../support/deployments.ts'
import { ALICE, BOB, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { byGet, JSON_CALLER, stateOf } from '../support/logout-caller.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { onBothStoresAtOnce } from '../support/logout-stores.ts'
import { claimsOf } from '../support/relying-party.ts'

/** Seconds that no sign-in takes. Expired sessions are searched ten times in it, by the clock of the machine. */
const IDLE = 20
/** Clients are notified no sooner than one such interval after the end. */
const INTERVAL = IDLE / 10

const onBothStores = onBothStoresAtOnce()

/** An app that is notified of the end, and one that is not. */
async function begin(start: Start, lifetimes: { readonly sessionIdle?: number; readonly sessionAbsolute?: number }) {
  const sink = await startSink()
  const idp = await start({
    options: { lifetimes, clients: [CONF, logoutClient('app', { backchannel_logout_uri: sink.url })] },
  })
  const app = idp.party(logoutClient('app'))
  /** This many notices came, and no more of what ended so far: the end of a later session is reported after it. */
  const expectNotices = async (count: number): Promise<void> => {
    await sink.arrived(count)
    const { id_token } = await idp.user(BOB).signIn(app)
    idp.clock.forward(IDLE + INTERVAL + 1)
    expect((await sink.arrived(count + 1))[count]?.claims.sid).toBe(claimsOf(id_token).sid)
  }
  return { sink, idp, app, conf: idp.party(CONF), expectNotices }
}

onBothStores(
  'BC-01: a session that is not used is over at its idle end, and its clients are told once',
  async (start) => {
    const { sink, idp, app, expectNotices } = await begin(start, { sessionIdle: IDLE })
    const alice = idp.user()
    const tokens = await alice.signIn(app, { scope: 'openid offline_access' })
    idp.clock.forward(IDLE + 1)
    expect(await stateOf(alice, app)).toBe('login_required')
    idp.clock.forward(INTERVAL)
    const [notice] = await sink.arrived(1)
    expect(notice?.claims).toMatchObject({ aud: 'app', sub: ALICE.sub, sid: claimsOf(tokens.id_token).sid })
    await expectNotices(1)
    expect(await idp.portico.sessions.list(ALICE.sub)).toEqual([])
    // Without a sign-out, tokens keep their lifetimes.
    expect((await app.introspect(tokens.access_token)).json().active).toBe(true)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  },
)

onBothStores('use moves the idle end, not the absolute one', async (start) => {
  const { sink, idp, app } = await begin(start, { sessionIdle: 2 * IDLE, sessionAbsolute: 4 * IDLE })
  const alice = idp.user()
  await alice.signIn(app)
  for (let uses = 0; uses < 3; uses += 1) {
    idp.clock.forward(IDLE)
    expect(await stateOf(alice, app)).toBe('signed in')
  }
  expect(sink.notices).toEqual([])
  idp.clock.forward(IDLE + 1)
  expect(await stateOf(alice, app)).toBe('login_required')
  idp.clock.forward(2 * INTERVAL)
  await sink.arrived(1)
})

onBothStores('a session that was signed out is not told of again at its end', async (start) => {
  const { idp, app, expectNotices } = await begin(start, { sessionIdle: IDLE })
  const alice = idp.user()
  await byGet(alice, { id_token_hint: (await alice.signIn(app)).id_token }, JSON_CALLER)
  idp.clock.forward(IDLE + INTERVAL + 1)
  await expectNotices(1)
})

onBothStores('two nodes tell it once', async (start) => {
  const { idp, app, expectNotices } = await begin(start, { sessionIdle: IDLE })
  await idp.anotherNode()
  await idp.user().signIn(app)
  idp.clock.forward(IDLE + INTERVAL + 1)
  await expectNotices(1)
})

// Its records end by the clock that is moved; those of Redis by its own, and not by hours.
it('embedded store: with the usual lifetimes: twelve hours without use, told though all nodes were down for most of a day', async () => {
  const { sink, idp, app, conf } = await begin(startIdp, {})
  const alice = idp.user()
  const tokens = await alice.signIn(app)
  idp.clock.forward(12 * 3_600 - 60)
  expect(await stateOf(alice, app)).toBe('signed in')
  idp.clock.forward(12 * 3_600 + 1)
  expect(await stateOf(alice, conf)).toBe('login_required')
  idp.clock.forward(AFTERLIFE_MS / 1000 - 600)
  // The restarted node looks immediately.
  const other = await idp.anotherNode()
  const [notice] = await sink.arrived(1)
  expect(notice?.claims.sid).toBe(claimsOf(tokens.id_token).sid)
  expect(await other.portico.sessions.list(ALICE.sub)).toEqual([])
})
