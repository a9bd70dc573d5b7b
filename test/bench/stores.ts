/** Introspection on the embedded store, relative to Redis: processor time of the server, without Redis's own. */
import { join } from 'node:path'
import { operationNamed, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { print } from './report.ts'
import { ratios, takeTurns } from './rounds.ts'
import { inFolder, type Run, withParties } from './run.ts'

const ROW = 'introspection (embedded : Redis)'

export async function compareStores({ redis, figures, effort, wants }: Run): Promise<void> {
  if (!wants(ROW)) return
  await redis.admin.flushall()
  await inFolder(async (folder) => {
    const parties = [
      await startParty('portico', redis.url, { dataFile: join(folder, 'portico.sqlite') }),
      await startParty('portico', redis.url),
    ] as const
    await withParties(parties, async (embedded, onRedis) => {
      const contestants = [
        [embedded, await prepareStock(embedded)],
        [onRedis, await prepareStock(onRedis)],
      ] as const
      const [one = [], other = []] = await takeTurns(operationNamed('introspection'), contestants, effort)
      const { median } = figures.note(ROW, ratios(one, other))
      print(`introspection on the embedded store costs ${median.toFixed(2)} times that on Redis`)
    })
  })
}
