/** Introspection on the embedded store, by that on Redis: processor time of the server alone. What Redis takes in its own process comes on top. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPERATIONS, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { print } from './report.ts'
import { ratios, takeTurns } from './rounds.ts'
import { type Run, withParties } from './run.ts'

const ROW = 'introspection (embedded : Redis)'

export async function compareStores({ redis, figures, effort, wants }: Run): Promise<void> {
  const introspection = OPERATIONS.find(({ name }) => name === 'introspection')
  if (introspection === undefined || !wants(ROW)) return
  await redis.admin.flushall()
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  try {
    const parties = [
      await startParty('portico', redis.url, { dataFile: join(folder, 'portico.sqlite') }),
      await startParty('portico', redis.url),
    ] as const
    await withParties(parties, async (embedded, onRedis) => {
      const contestants = [
        [embedded, await prepareStock(embedded)],
        [onRedis, await prepareStock(onRedis)],
      ] as const
      const [one = [], other = []] = await takeTurns(introspection, contestants, effort)
      const { median } = figures.note(ROW, ratios(one, other))
      print(`introspection on the embedded store costs ${median.toFixed(2)} times that on Redis`)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
