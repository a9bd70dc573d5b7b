/**
 * Receivers that hang, drip, flood, reset, redirect or cannot be trusted (BC-08, BC-10): no user waits for them,
 * nothing stays open.
 */
import { person } from '../support/actors.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type BadReceiver, badReceivers, hangingReceivers, receiver } from '../support/logout-bad-receivers.ts'
import { byGet, everywhere } from '../support/logout-caller.ts'
import { logoutClient, type Sink, startSink, status } from '../support/logout-sinks.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const HANGING = 38
describe('BC-10, REL-21: with fifty bad receivers in the session, of every kind', () => {
  let idp: Idp
  let good: Sink
  let bad: readonly BadReceiver[]
  let clients: readonly ReturnType<typeof logoutClient>[]
  let answer: any
  const signInEverywhere = async () => {
    const alice = person(idp)
    let tokens: TokenSet | undefined
    for (const client of clients) tokens = await alice.signIn(relyingParty(idp, client))
    return { alice, tokens: tokens as TokenSet }
  }
  beforeAll(async () => {
    good = await startSink()
    bad = [...(await badReceivers()), ...(await hangingReceivers(HANGING))]
    clients = [
      ...bad.map(({ url }, index) => logoutClient(`bad-${index}`, { backchannel_logout_uri: url })),
      logoutClient('good', { backchannel_logout_uri: good.url }),
    ]
    // One try each, so that what is left open was left open by that try.
    idp = await startIdp({ options: { clients, logout: { deliveryTimeoutSeconds: 3, retryAfterSeconds: [600] } } })
    answer = (await everywhere(idp, (await signInEverywhere()).tokens.access_token)).json()
  })

  it('the good one is notified, and the response does not wait for the others: it reports them as open', () => {
    expect(good.notices).toHaveLength(1)
    const states = Object.fromEntries(
      answer.notifications.map(({ client_id, status: state }: Record<string, string>) => [client_id, state]),
    )
    expect(states).toEqual({
      good: 'delivered',
      ...Object.fromEntries(bad.map((_, index) => [`bad-${index}`, 'pending'])),
    })
  })

  it('the ledger has the outcome of each, its time, and the next attempt', async () => {
    const entries = async () =>
      (await idp.portico.deliveries.list({ limit: 100 })).entries.filter(({ clientId }) => clientId !== 'good')
    await until(async () => (await entries()).every(({ state }) => state === 'due'))
    const found = await entries()
    expect(found).toHaveLength(bad.length)
    for (const entry of found) {
      const { says, name } = bad[Number(entry.clientId.slice('bad-'.length))] as BadReceiver
      const said =
        'lastStatus' in says
          ? { lastStatus: says.lastStatus }
          : { lastError: says.lastError instanceof RegExp ? expect.stringMatching(says.lastError) : says.lastError }
      expect({ name, ...entry }).toMatchObject({ name, tries: 1, occasion: 'session-end', ...said })
      expect(entry.history).toHaveLength(1)
      expect((entry.nextTryAt ?? 0) - (entry.lastAt ?? 0)).toBeGreaterThan(479_000)
      expect((entry.nextTryAt ?? 0) - (entry.lastAt ?? 0)).toBeLessThan(726_000)
    }
  })

  it('every connection is closed, and a flood was not read', async () => {
    await until(async () => bad.every(({ open }) => open.size === 0))
    for (const { calls, written, name } of bad) {
      expect([name, calls]).toEqual([name, 1])
      // What fits into the buffers of two sockets may be on its way; 10 MB may not.
      expect(written).toBeLessThan(8 * 1024 * 1024)
    }
  })

  it('the logout of one browser does not wait for any of them', async () => {
    const { alice, tokens } = await signInEverywhere()
    good.clear()
    const leave = { id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://good.example/' }
    expect((await byGet(alice, leave)).status).toBe(303)
    const { entries } = await idp.portico.deliveries.list({ limit: 200 })
    const waiting = entries.filter(({ tries, clientId }) => tries === 0 && clientId !== 'good')
    expect(waiting.length).toBeGreaterThanOrEqual(HANGING)
    await good.arrived(1)
  })
})

describe('a receiver that has said 200 and then drips or breaks off', () => {
  it.each([
    ['drips the rest', 'Content-Length: 100\r\n\r\nx', false],
    ['breaks off', 'Content-Length: 100\r\n\r\nx', true],
    ['sends 10 MB', `\r\n${'x'.repeat(1024 * 1024)}`, false],
  ])('%s: it has the notice', async (_what, rest, breaks) => {
    const slow = await receiver('slow', { lastStatus: 200 }, 'http', (socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${rest}`)
        if (breaks) socket.end()
      })
    })
    const idp = await startIdp({ options: { clients: [logoutClient('slow', { backchannel_logout_uri: slow.url })] } })
    const { access_token } = await person(idp).signIn(relyingParty(idp, logoutClient('slow')))
    const answer = await everywhere(idp, access_token)
    expect(answer.json().notifications).toEqual([expect.objectContaining({ status: 'delivered' })])
    await until(async () => slow.open.size === 0)
  })
})

it('BC-08: a receiver that redirects is not followed, and it counts as a failure', async () => {
  const inside = await startSink()
  const codes = [301, 302, 303, 307, 308]
  const sinks = await Promise.all(codes.map((code) => startSink(status(code, { Location: inside.url }))))
  const clients = sinks.map(({ url }, index) => logoutClient(`${codes[index]}`, { backchannel_logout_uri: url }))
  const idp = await startIdp({ options: { clients, logout: { waitSeconds: 1 } } })
  const alice = person(idp)
  let tokens: TokenSet | undefined
  for (const client of clients) tokens = await alice.signIn(relyingParty(idp, client))
  const answer = await everywhere(idp, tokens?.access_token ?? '')
  expect(answer.json().notifications).toEqual(codes.map(() => expect.objectContaining({ status: 'pending' })))
  const { deliveries } = idp.portico
  await until(async () => (await deliveries.list({ limit: 10 })).entries.every(({ tries }) => tries > 0))
  const said = (await deliveries.list({ limit: 10 })).entries.map(({ clientId, lastStatus }) => [clientId, lastStatus])
  expect(said.toSorted()).toEqual(codes.map((code) => [`${code}`, code]))
  expect([inside.notices, inside.open.size]).toEqual([[], 0])
})
