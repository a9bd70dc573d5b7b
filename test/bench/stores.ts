/**
 * Reads and writes on the other stores, relative to Redis: processor time of the server without that of the store; and
 * refreshes per second, which include the wait for the store.
 */
import { join } from 'node:path'
import { startPostgres } from '../support/postgres.ts'
import { type Operation, operationNamed, prepareStock } from './operations.ts'
import { type Party, startParty } from './parties.ts'
import { print } from './report.ts'
import { type Contestant, ratios, takeTurns } from './rounds.ts'
import { inFolder, type Run, withParties } from './run.ts'
import type { RowName } from './targets.ts'

const KINDS = ['embedded', 'PostgreSQL', 'PostgreSQL without synchronous_commit'] as const
const ALL = [...KINDS, 'Redis'] as const
const OPERATIONS = ['introspection', 'refresh'] as const
const rows = (kind: (typeof KINDS)[number]): readonly RowName[] =>
  OPERATIONS.map((name): RowName => `${name} (${kind} : Redis)`)
const rate = (kind: (typeof ALL)[number]): RowName => `refreshes (${kind})`

export async function compareStores(run: Run): Promise<void> {
  if (!run.wants(...KINDS.flatMap(rows), ...ALL.map(rate))) return
  await run.redis.admin.flushall()
  // A server of its own for each, because they would share the writes to the disk.
  const servers = [
    await startPostgres({ fsync: 'on' }),
    await startPostgres({ fsync: 'on', synchronous_commit: 'off' }),
  ] as const
  try {
    await inFolder(async (folder) => {
      const start = (options: Parameters<typeof startParty>[2]): Promise<Party> =>
        startParty('portico', run.redis.url, options)
      const parties = [
        await start({ dataFile: join(folder, 'portico.sqlite') }),
        await start({ databaseUrl: servers[0].url }),
        await start({ databaseUrl: servers[1].url }),
        await start({}),
      ] as const
      await withParties(parties, async (...all) => {
        const contestants: Contestant[] = []
        for (const party of all) contestants.push([party, await prepareStock(party)])
        for (const name of OPERATIONS) await compare(run, operationNamed(name), contestants)
      })
    })
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function compare({ figures, effort }: Run, operation: Operation, contestants: readonly Contestant[]) {
  const samples = await takeTurns(operation, contestants, effort)
  const onRedis = samples.at(-1) ?? []
  for (const [place, kind] of KINDS.entries()) {
    const row = `${operation.name} (${kind} : Redis)` as RowName
    const { median } = figures.note(row, ratios(samples[place] ?? [], onRedis))
    print(`${row}: ${median.toFixed(2)} times the processor time`)
  }
  if (operation.name !== 'refresh') return
  for (const [place, kind] of ALL.entries()) {
    const perSecond = (samples[place] ?? []).map((sample) => sample.perSecond)
    figures.note(rate(kind), perSecond)
  }
}
