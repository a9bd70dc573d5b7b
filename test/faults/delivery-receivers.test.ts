/**
 * Receivers that hang, drip, flood, reset, redirect or cannot be trusted (BC-08, BC-10): nobody waits for them, nothing
 * stays open.
 */
import { person } from '../support/actors.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type BadReceiver, badReceivers, receiver } from '../support/logout-bad-receivers.ts'
import { everywhere } from '../support/logout-caller.ts'
import { logoutClient, pause, type Sink, startSink, status } from '../support/logout-sinks.ts'
import { type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

describe('BC-10: with one receiver of every bad kind in the session', () => {
  let idp: Idp
  let good: Sink
  let bad: readonly BadReceiver[]
  let answerMs: number
  let answer: any
  beforeAll(async () => {
    ;[good, bad] = [await startSink(), await badReceivers()]
    const clients = [
      ...bad.map(({ url }, index) => logoutClient(`bad-${index}`, { backchannel_logout_uri: url })),
      logoutClient('good', { backchannel_logout_uri: good.url }),
    ]
    // One try each, so that what is left open was left open by that try.
    idp = await startIdp({ options: { clients, logout: { deliveryTimeoutSeconds: 3, retryAfterSeconds: [600] } } })
    const alice = person(idp)
    let tokens: TokenSet | undefined
    for (const client of clients) tokens = await alice.signIn(relyingParty(idp, client))
    const startedAt = performance.now()
    answer = (await everywhere(idp, tokens?.access_token ?? '')).json()
    answerMs = performance.now() - startedAt
  })
  afterAll(async () => {
    await idp.stop()
    await Promise.all([good.close(), ...bad.map((one) => one.close())])
  })

  it('the answer does not wait for them', () => {
    expect(answerMs).toBeLessThan(4_000)
  })

  it('the good one is notified, and the answer says which are still open', () => {
    expect(good.notices).toHaveLength(1)
    const states = Object.fromEntries(
      answer.notifications.map(({ client_id, status: state }: Record<string, string>) => [client_id, state]),
    )
    expect(states).toEqual({
      good: 'delivered',
      ...Object.fromEntries(bad.map((_, index) => [`bad-${index}`, 'pending'])),
    })
  })

  it('the ledger says of each what happened, when, and when it is tried again', async () => {
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
        if (breaks) setTimeout(() => socket.resetAndDestroy(), 100)
      })
    })
    const idp = await startIdp({ options: { clients: [logoutClient('slow', { backchannel_logout_uri: slow.url })] } })
    ends.push(idp.stop, slow.close)
    const { access_token } = await person(idp).signIn(relyingParty(idp, logoutClient('slow')))
    const answer = await everywhere(idp, access_token)
    expect(answer.json().notifications).toEqual([expect.objectContaining({ status: 'delivered' })])
    await until(async () => slow.open.size === 0)
  })
})

describe('BC-08: a receiver that redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed and counts as a failure', async (code) => {
    const inside = await startSink()
    const sink = await startSink(status(code, { Location: inside.url }))
    const clients = [logoutClient('moved', { backchannel_logout_uri: sink.url })]
    const idp = await startIdp({ options: { clients } })
    ends.push(idp.stop, sink.close, inside.close)
    const moved: RelyingParty = relyingParty(idp, logoutClient('moved'))
    const answer = await everywhere(idp, (await person(idp).signIn(moved)).access_token)
    expect(answer.json().notifications).toEqual([expect.objectContaining({ status: 'pending' })])
    await sink.arrived(2)
    await pause(100)
    expect(inside.notices).toEqual([])
    expect(inside.open.size).toBe(0)
    expect((await idp.portico.deliveries.list({ limit: 1 })).entries[0]).toMatchObject({
      state: 'due',
      lastStatus: code,
    })
  })
})
