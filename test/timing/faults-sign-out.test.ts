/** How long a sign-out takes with many receivers, and that it never blocks the event loop (D-S8, REL-21). */
import { person } from '../support/actors.ts'
import { startIdp } from '../support/idp.ts'
import { hangingReceivers } from '../support/logout-bad-receivers.ts'
import { byGet, everywhere } from '../support/logout-caller.ts'
import { watchEventLoop } from '../support/logout-event-loop.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A user who is signed in at a client for each of these addresses. */
async function signedInAt(urls: readonly string[]) {
  const clients = urls.map((url, index) => logoutClient(`app-${index}`, { backchannel_logout_uri: url }))
  const idp = await startIdp({ options: { clients } })
  ends.push(idp.stop)
  const alice = person(idp)
  const [first, ...others] = clients.map((client) => relyingParty(idp, client)) as [RelyingParty, ...RelyingParty[]]
  const tokens = await alice.signIn(first)
  for (const app of others) await alice.authorize(app, { prompt: 'none' })
  return { idp, alice, tokens }
}

it('1,000 clients in one session are all notified in under 10 s, and the event loop is never held up for 200 ms', async () => {
  const sink = await startSink()
  ends.push(sink.close)
  const { idp, tokens } = await signedInAt(Array.from({ length: 1_000 }, (_, index) => `${sink.url}/${index}`))
  const { longestMs, elapsedMs } = await watchEventLoop(async () => {
    await everywhere(idp, tokens.access_token)
    await sink.arrived(1_000)
  })
  expect(elapsedMs).toBeLessThan(10_000)
  expect(longestMs).toBeLessThan(200)
})

it('fifty receivers hang: the sign-out of one browser does not wait, that of all answers within 5 s', async () => {
  const hanging = await hangingReceivers(50)
  ends.push(...hanging.map(({ close }) => close))
  const { idp, alice, tokens } = await signedInAt(hanging.map(({ url }) => url))
  const all = await watchEventLoop(() => everywhere(idp, tokens.access_token))
  expect(all.elapsedMs).toBeLessThan(5_000)
  expect(all.longestMs).toBeLessThan(100)
  const { id_token } = await alice.signIn(relyingParty(idp, logoutClient('app-0')))
  const leave = { id_token_hint: id_token, post_logout_redirect_uri: 'https://app-0.example/' }
  const one = await watchEventLoop(() => byGet(alice, leave))
  expect(one.value.status).toBe(303)
  expect(one.elapsedMs).toBeLessThan(1_800)
})
