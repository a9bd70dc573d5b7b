/**
 * A client that is down: its notice is tried again on schedule and arrives when it returns; a worker that died is
 * relieved (D-S8).
 */
import { LEASE_SECONDS, RETRY_AFTER_SECONDS } from '../../policies/delivery-retry.ts'
import { person } from '../support/actors.ts'
import type { Start } from '../support/deployments.ts'
import { everywhere } from '../support/logout-caller.ts'
import { logoutClient, startSink, status } from '../support/logout-sinks.ts'
import { onBothStoresAtOnce } from '../support/logout-stores.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const onBothStores = onBothStoresAtOnce()
/** A client that responds with 503, and a user who has signed in to it. */
async function down(start: Start, retryAfterSeconds?: readonly number[]) {
  const sink = await startSink(status(503))
  const clients = [logoutClient('app', { backchannel_logout_uri: sink.url })]
  const pauses = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  const idp = await start({ options: { clients, logout: { waitSeconds: 1, ...pauses } } })
  const app = relyingParty(idp, logoutClient('app'))
  const entry = async () => (await idp.portico.deliveries.list({ limit: 1 })).entries[0]
  return {
    sink,
    idp,
    entry,
    signOut: async () => void (await everywhere(idp, (await person(idp).signIn(app)).access_token)),
    /** Lets time go by until the next try is due. */
    forwardToNextTry: async () => {
      const { nextTryAt = 0 } = (await entry()) ?? {}
      idp.clock.forward(Math.max(0, nextTryAt - idp.clock.now()) / 1000 + 0.05)
    },
  }
}

onBothStores(
  'down for ten minutes: every try is in the ledger, and the notice arrives at the first one after that',
  async (start) => {
    const { sink, idp, entry, signOut, forwardToNextTry } = await down(start)
    const startedAt = idp.clock.now()
    await signOut()
    const isDown = (): boolean => idp.clock.now() - startedAt < 600_000
    let tries = 1
    for (; isDown(); tries += 1) {
      await until(async () => (await entry())?.tries === tries && (await entry())?.state === 'due')
      const { lastStatus, lastAt = 0, nextTryAt = 0, history } = (await entry()) ?? {}
      const usual = 1000 * (RETRY_AFTER_SECONDS[tries - 1] ?? 0)
      expect(lastStatus).toBe(503)
      expect(history?.map(({ status: code }) => code)).toEqual(Array(tries).fill(503))
      // The pause begins when the attempt has ended.
      expect(nextTryAt - lastAt).toBeGreaterThanOrEqual(usual * 0.8 - 50)
      // Less than the pause after the next try, which is many times longer.
      expect(nextTryAt - lastAt).toBeLessThan(800 * (RETRY_AFTER_SECONDS[tries] ?? Number.POSITIVE_INFINITY))
      await forwardToNextTry()
      if (!isDown()) sink.answers(status(200))
    }
    await until(async () => (await entry())?.state === 'delivered')
    expect(await entry()).toMatchObject({ state: 'delivered', tries, lastStatus: 200 })
    expect((await entry())?.nextTryAt).toBeUndefined()
    expect(sink.notices).toHaveLength(tries)
    expect(idp.clock.now() - startedAt).toBeLessThan(3_600_000)
  },
)

onBothStores('down for good: given up after the last pause, and sent by hand when it is back', async (start) => {
  const { sink, idp, entry, signOut, forwardToNextTry } = await down(start, [1, 5])
  await signOut()
  for (const tries of [1, 2]) {
    await until(async () => (await entry())?.tries === tries && (await entry())?.state === 'due')
    await forwardToNextTry()
  }
  await until(async () => (await entry())?.state === 'failed')
  expect(await entry()).toMatchObject({ tries: 3, lastStatus: 503 })
  idp.clock.forward(86_400)
  expect(sink.notices).toHaveLength(3)
  sink.answers(status(204))
  expect(await idp.portico.deliveries.retry((await entry())?.id ?? '')).toBe('queued')
  await until(async () => (await entry())?.state === 'delivered')
  expect(await entry()).toMatchObject({ tries: 4, lastStatus: 204 })
})

onBothStores('a client that is not there at all is no different from one that fails', async (start) => {
  const { sink, entry, signOut, forwardToNextTry } = await down(start, [1, 60])
  await sink.close()
  await signOut()
  expect(await entry()).toMatchObject({ state: 'due', tries: 1, lastError: 'ECONNREFUSED' })
  const back = await startSink(status(200), undefined, sink.port)
  await forwardToNextTry()
  expect(await back.arrived(1)).toHaveLength(1)
})

onBothStores(
  'a worker that died with a delivery in hand is relieved when its lease runs out, on this node or another',
  async (start) => {
    const { sink, idp, entry, signOut } = await down(start, [300])
    await signOut()
    await until(async () => (await entry())?.state === 'due')
    const { id = '' } = (await entry()) ?? {}
    // As a worker takes it that then is heard of no more.
    const { deliveries } = idp.portico.storage
    expect(await deliveries.leaseThese([id], idp.clock.now(), LEASE_SECONDS * 1000)).toHaveLength(1)
    sink.answers(status(200))
    const other = await idp.anotherNode()
    // Each worker looks again when there is something new, and has looked when that is finished.
    await signOut()
    await sink.arrived(2)
    await until(async () => (await entry())?.state === 'delivered')
    expect([sink.notices.length, (await other.portico.deliveries.find(id))?.state]).toEqual([2, 'leased'])
    idp.clock.forward(LEASE_SECONDS)
    await sink.arrived(3)
    await until(async () => (await other.portico.deliveries.find(id))?.state === 'delivered')
    expect(sink.notices).toHaveLength(3)
  },
)
