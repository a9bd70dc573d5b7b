/** REL-21: fifty receivers that are slow, fail, hang, redirect, flood or cannot be trusted, in one session with a good one. */
import { person } from '../support/actors.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type BadReceiver, badReceivers, hangingReceivers } from '../support/logout-bad-receivers.ts'
import { byGet, everywhere } from '../support/logout-caller.ts'
import { logoutClient, type Sink, startSink, status } from '../support/logout-sinks.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'

const HANGING = 24

describe('REL-21', () => {
  let idp: Idp
  let good: Sink
  let moved: Sink
  let bad: readonly BadReceiver[]
  let clients: readonly ReturnType<typeof logoutClient>[]
  beforeAll(async () => {
    ;[good, moved] = [await startSink(), await startSink((res) => res.writeHead(302, { Location: good.url }).end())]
    bad = [...(await badReceivers()), ...(await badReceivers()), ...(await hangingReceivers(HANGING))]
    clients = [
      ...bad.map(({ url }, index) => logoutClient(`bad-${index}`, { backchannel_logout_uri: url })),
      logoutClient('moved', { backchannel_logout_uri: moved.url }),
      logoutClient('failing', { backchannel_logout_uri: `${good.url}/failing` }),
      logoutClient('good', { backchannel_logout_uri: good.url }),
    ]
    good.answers((res, { path }) => status(path.endsWith('failing') ? 500 : 200)(res, good.notices[0] as never))
    // Longer than an answer waits for anything.
    idp = await startIdp({ options: { clients, logout: { deliveryTimeoutSeconds: 10 } } })
  })
  afterEach(() => good.clear())
  afterAll(async () => {
    await idp.stop()
    await Promise.all([good.close(), moved.close(), ...bad.map((one) => one.close())])
  })

  const everySession = async (): Promise<{ readonly tokens: TokenSet; readonly alice: ReturnType<typeof person> }> => {
    const alice = person(idp)
    for (const client of clients) await alice.open(relyingParty(idp, client), { prompt: 'none' }).catch(() => {})
    const tokens = await alice.signIn(relyingParty(idp, clients.at(-1) as ReturnType<typeof logoutClient>))
    for (const client of clients) await alice.open(relyingParty(idp, client), { prompt: 'none' })
    return { tokens, alice }
  }

  /** Tries at those that hang, which are still under way. */
  const underway = async (): Promise<number> =>
    (await idp.portico.deliveries.list({ limit: 200 })).entries.filter(
      ({ tries, state, clientId }) => tries === 0 && state === 'leased' && clientId.startsWith('bad-'),
    ).length

  it('the centralized logout answers while they hang, and the good one is notified', async () => {
    expect(clients.length).toBeGreaterThanOrEqual(50)
    const { tokens } = await everySession()
    const answer = await everywhere(idp, tokens.access_token)
    expect(await underway()).toBeGreaterThanOrEqual(HANGING)
    expect(answer.json().notifications).toHaveLength(clients.length)
    expect(answer.json().notifications).toContainEqual(
      expect.objectContaining({ client_id: 'good', status: 'delivered' }),
    )
    expect(good.notices.filter(({ path }) => path === '/backchannel')).toHaveLength(1)
  })

  it('the logout of one browser does not wait at all', async () => {
    const { tokens, alice } = await everySession()
    const leave = { id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://good.example/' }
    const answer = await byGet(alice, leave)
    expect(answer.status).toBe(303)
    await good.arrived(1)
  })
})
