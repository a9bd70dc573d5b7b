/** Calls that wait for a statement share the next one: hits of windows, and the state of tokens. */
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
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

it('lookups that wait for a statement share the next one, and each gets its own answer', async () => {
  const pool = new pg.Pool({ connectionString: server.url })
  stoppedAtEnd({ stop: () => pool.end() })
  const { families, tokenState } = postgresStorage(pool, { timeoutMs: GENEROUS_MS })
  const ids = Array.from({ length: 20 }, (_, index) => `family ${index}`)
  for (const id of ids) await families.issue(id, `record of ${id}`, LONG)
  let statements = 0
  pool.on('acquire', () => {
    statements += 1
  })
  const states = await Promise.all([...ids, 'unknown'].map((family) => tokenState.look({ family })))
  expect(states.map(({ family }) => family)).toEqual([...ids.map((id) => `record of ${id}`), undefined])
  expect(statements).toBe(2)
})
