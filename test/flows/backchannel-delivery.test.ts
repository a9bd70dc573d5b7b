/**
 * Back-channel notices: which clients are notified of the end of a session, when, and the content of the logout token
 * (D-S8, D-S9; OIDC Back-Channel Logout 1.0).
 */
import { forEachDeployment, type Start } from '../support/deployments.ts'
import { ALICE, BOB, CONF } from '../support/fixtures.ts'
import { type Idp, sharedIdp } from '../support/idp.ts'
import { everywhere, JSON_CALLER } from '../support/logout-caller.ts'
import { allNoticesSent, logoutClient, type Notice, type Sink, startSink, status } from '../support/logout-sinks.ts'
import { onBothStoresAtOnce } from '../support/logout-stores.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { relyingParties } from '../support/relying-parties.ts'
import { claimsOf, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const [sink, other] = [await startSink(), await startSink()]
const CLIENTS = [
  CONF,
  logoutClient('bc1', { backchannel_logout_uri: `${sink.url}?tenant=a` }),
  logoutClient('bc2', { backchannel_logout_uri: other.url }),
] as const

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS } }))
  const [conf, bc1, bc2] = relyingParties(idp, CLIENTS)
  afterEach(async () => {
    await idp.portico.sessions.endAll(ALICE.sub)
    await idp.portico.sessions.endAll(BOB.sub)
    await allNoticesSent(idp)
    for (const one of [sink, other]) {
      one.answers(status(200))
      one.clear()
    }
  })

  const sidOf = (tokens: TokenSet): string => claimsOf(tokens.id_token).sid as string
  /** What arrived, and that nothing more comes. */
  const sent = async (one: Sink, count: number): Promise<readonly Notice[]> => {
    await one.arrived(count)
    await allNoticesSent(idp)
    return [...one.notices]
  }

  describe('BC-01: every end of a session is reported, once for each client and sid', () => {
    it.each<[string, (tokens: TokenSet) => Promise<unknown>]>([
      ['POST /connect/logout', ({ access_token }) => everywhere(idp, access_token)],
      [
        'an administrator ends it',
        async () => {
          const [session] = await idp.portico.sessions.list(ALICE.sub)
          expect(await idp.portico.sessions.end(ALICE.sub, session?.uid ?? '')).toBe('ended')
        },
      ],
      ['an administrator ends everything', () => idp.portico.sessions.endAll(ALICE.sub)],
    ])('%s', async (_what, end) => {
      const alice = idp.user()
      const tokens = [await alice.signIn(bc1), await alice.signIn(bc2), await alice.signIn(bc1)] as const
      await end(tokens[0])
      expect((await sent(sink, 1)).map(({ claims }) => claims.sid)).toEqual([sidOf(tokens[0])])
      expect((await sent(other, 1)).map(({ claims }) => claims.sid)).toEqual([sidOf(tokens[1])])
    })

    it('GET /connect/logout, also with two concurrent requests', async () => {
      const alice = idp.user()
      const tokens = await alice.signIn(bc1)
      const cookie = alice.browser.cookies.header(`${idp.mountPath}/connect/logout`) ?? ''
      const ask = (): Promise<{ readonly status: number }> =>
        idp.send(`/connect/logout?id_token_hint=${tokens.id_token}`, { headers: { ...JSON_CALLER, cookie } })
      for (const answer of await Promise.all([ask(), ask(), ask()])) expect(answer.status).toBe(200)
      expect(await sent(sink, 1)).toHaveLength(1)
    })

    it('another user signs in at the same browser; BC-04: the client of that user’s session is not called', async () => {
      const alice = idp.user()
      const tokens = await alice.signIn(bc1)
      await idp.user(BOB, alice.browser).signIn(bc2, { prompt: 'login' })
      expect((await sent(sink, 1)).map(({ claims }) => [claims.sub, claims.sid])).toEqual([[ALICE.sub, sidOf(tokens)]])
      expect(other.notices).toEqual([])
    })

    it('the account is suspended', async () => {
      const tokens = await idp.user(BOB).signIn(bc1)
      await idp.portico.accounts?.change(BOB.sub, (account) => ({ ...account, status: 'suspended' }))
      expect((await sent(sink, 1)).map(({ claims }) => [claims.sub, claims.sid])).toEqual([[BOB.sub, sidOf(tokens)]])
      await idp.portico.accounts?.change(BOB.sub, (account) => ({ ...account, status: 'active' }))
    })
  })

  it('BC-17: a client that was disabled or removed in mid-session is not called, the others are notified', async () => {
    const alice = idp.user()
    const tokens = [await alice.signIn(conf), await alice.signIn(bc1), await alice.signIn(bc2)] as const
    const passing = idp.party(await registerPublic(idp, 'passing', other.url))
    await alice.signIn(passing)
    expect((await idp.portico.clients.decommission('passing', 'passing', 'test')).outcome).toBe('done')
    const record = (await idp.portico.storage.clients.find('bc1')) ?? ''
    const disabled = record.replace('"status":"active"', '"status":"disabled"')
    await idp.portico.storage.clients.replace(record, { id: 'bc1', record: disabled, redirectUris: [bc1.redirectUri] })
    const answer = await everywhere(idp, tokens[0].access_token)
    expect([answer.status, answer.json().notifications]).toEqual([
      200,
      [{ client_id: 'bc2', sid: sidOf(tokens[2]), channel: 'backchannel', status: 'delivered' }],
    ])
    await allNoticesSent(idp)
    expect([sink.notices.length, other.notices.length]).toEqual([0, 1])
    await idp.portico.storage.clients.replace(disabled, { id: 'bc1', record, redirectUris: [bc1.redirectUri] })
  })
})

const registerPublic = (idp: Idp, clientId: string, backchannelLogoutUri: string) =>
  registerTrusted(idp, clientId, { type: 'public', backchannelLogoutUri })

/** One app that is notified of every end of Alice's sessions. */
async function begin(start: Start) {
  const sink = await startSink()
  const clients = [logoutClient('bc1', { backchannel_logout_uri: sink.url })]
  const idp = await start({ options: { clients } })
  const signOut = async (client = idp.party(logoutClient('bc1'))): Promise<void> => {
    await everywhere(idp, (await idp.user().signIn(client)).access_token)
  }
  return { sink, idp, signOut }
}

const onBothStores = onBothStoresAtOnce()

onBothStores('BC-09: 200 and 204 are the end of it, and 400 is a failure that is not tried again', async (start) => {
  const { sink, idp, signOut } = await begin(start)
  for (const [index, code] of [200, 204, 400].entries()) {
    sink.answers(status(code))
    await signOut()
    await sink.arrived(index + 1)
  }
  await allNoticesSent(idp)
  const { entries } = await idp.portico.deliveries.list({ limit: 9 })
  expect(entries.map(({ state, tries, lastStatus }) => [state, tries, lastStatus])).toEqual([
    ['failed', 1, 400],
    ['delivered', 1, 204],
    ['delivered', 1, 200],
  ])
  expect(sink.notices).toHaveLength(3)
})

onBothStores('BC-09: anything else is tried again after a pause, with a fresh token', async (start) => {
  const { sink, idp, signOut } = await begin(start)
  let call = 0
  sink.answers((res) => res.writeHead((call += 1) === 1 ? 503 : 200).end())
  await signOut()
  const [first, second] = await sink.arrived(2)
  await allNoticesSent(idp)
  expect(sink.notices).toHaveLength(2)
  expect(second?.claims.jti).not.toBe(first?.claims.jti)
  expect([second?.claims.sid, second?.claims.aud]).toEqual([first?.claims.sid, first?.claims.aud])
})

onBothStores('BC-17: a client that is removed between two tries is let go, and the ledger says so', async (start) => {
  const { sink, idp, signOut } = await begin(start)
  sink.answers(status(500))
  await signOut(idp.party(await registerPublic(idp, 'leaving', sink.url)))
  await idp.portico.clients.decommission('leaving', 'leaving', 'test')
  const entry = async () => (await idp.portico.deliveries.list({ limit: 1, clientId: 'leaving' })).entries[0]
  await until(async () => (await entry())?.state === 'dropped')
  expect(await entry()).toMatchObject({ tries: 1, lastError: 'the client was removed' })
  expect(sink.notices).toHaveLength(1)
})
