/** Hits that wait for a statement share the next one. */
import { setImmediate as turn } from 'node:timers/promises'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres } from '../support/postgres.ts'

const LONG = 3_600_000
const server = await startPostgres()
const storage = stoppedAtEnd(postgresStorage(server.url, { timeoutMs: GENEROUS_MS }))
await storage.open()

/** Holds the windows while `work` runs. */
async function locked(work: () => Promise<void>): Promise<void> {
  const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = server.locking('LOCK TABLE portico.rate_windows', begun.resolve, done.promise)
  await begun.promise
  await work().finally(done.resolve)
  await lock
}

it('if a statement is not done in time, the hits that wait for it do not wait for another one', () =>
  locked(async () => {
    const { rates } = stoppedAtEnd(postgresStorage(server.url, { timeoutMs: 200 }))
    const failed: unknown[] = []
    const hit = (key: string) => rates.hit(key, LONG).catch((error: unknown) => failed.push(error))
    const first = hit('a')
    void Promise.all(['a', 'b', 'c'].map(hit))
    await first
    await turn()
    expect(failed).toEqual(Array.from({ length: 4 }, () => expect.any(StoreUnavailable)))
  }))

it('counts again afterwards', async () => {
  const counts = await Promise.all(['b', 'b', 'd', 'b'].map(async (key) => (await storage.rates.hit(key, LONG)).count))
  expect(counts).toEqual([1, 2, 1, 3])
})

it('hits that wait for a statement are counted in one transaction', async () => {
  await Promise.all(['first', 'second', 'third', 'fourth'].map((key) => storage.rates.hit(key, LONG)))
  const rows = await server.admin(`SELECT xmin::text, array_agg(key ORDER BY key) AS keys FROM portico.rate_windows
    WHERE key IN ('first', 'second', 'third', 'fourth') GROUP BY xmin::text ORDER BY cardinality(array_agg(key))`)
  expect(rows.map(({ keys }) => keys)).toEqual([['first'], ['fourth', 'second', 'third']])
})
