import { setTimeout as wait } from 'node:timers/promises'
import type { DocumentStore } from '../../ports/documents.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { SecondFactorRequirement } from '../accounts/second-factor-requirement.ts'
import { appsUnder } from '../accounts/second-factor-users.ts'
import type { ClientRegistry } from '../clients/registry.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { sharedRun } from '../in-time.ts'
import type { ClientUses } from './client-use.ts'
import { countClients } from './count-clients.ts'
import { countUsers } from './count-users.ts'
import type { OverviewCounts } from './overview-counts.ts'

const COLLECTION = 'overview'
const ID = 'counts'
/** How often to count, in milliseconds: half of `STALE_MS`, to leave time for the counting itself. */
const INTERVAL_MS = 30_000
const STALE_MS = 60_000
/** Delay before the first count, because a node is busy while it starts. */
const FIRST_MS = 5_000
/** Pause between two pages of clients or users, so that requests are not delayed. */
const PAUSE_MS = 20
/** How long the page waits for a count in progress before it shows the previous counts. */
const PATIENCE_MS = 300

/** Counts all clients and users in the background for the panel's first page. One node counts on behalf of all. */
export type OverviewCounting = ReturnType<typeof overviewCounting>

export interface CountingParts {
  readonly documents: DocumentStore
  readonly records: Pick<EphemeralStore, 'claim'>
  readonly clients: Pick<ClientRegistry, 'list'>
  readonly uses: Pick<ClientUses, 'read' | 'page'>
  /** Absent if the host provides the directory, because Portico cannot list a host's users. */
  readonly embedded: Pick<EmbeddedDirectory, 'list'> | undefined
  readonly secondFactor: Pick<SecondFactorRequirement, 'rule'>
  readonly now: () => number
  readonly logger: Logger
}

export function overviewCounting(parts: CountingParts) {
  const { documents, records, clients, embedded, secondFactor, now, logger } = parts
  let known: OverviewCounts | undefined
  let timers: readonly NodeJS.Timeout[] = []
  let stopped = false
  const pause = async (): Promise<void> => {
    if (stopped) throw new Error('the service stops')
    await wait(PAUSE_MS)
  }

  const stored = async (): Promise<OverviewCounts | undefined> => {
    known = (await readDocument<OverviewCounts>(documents, COLLECTION, ID)) ?? known
    return known
  }
  const count = async (): Promise<void> => {
    if ((await records.claim('overview', 'turn', '', INTERVAL_MS / 2)) === 'taken') return void (await stored())
    const countedAt = now()
    const [ofClients, users] = await Promise.all([
      countClients(parts, countedAt, pause),
      embedded &&
        appsUnder(secondFactor.rule.require, clients, countedAt).then((appsOf) =>
          countUsers(embedded, documents, pause, appsOf, countedAt),
        ),
    ])
    const counts = { countedAt, ...ofClients, ...(users === undefined ? {} : { users }) }
    await changeDocument<OverviewCounts>(documents, COLLECTION, ID, () => counts)
    known = counts
  }
  const round = sharedRun(() =>
    count().catch((error: unknown) => {
      if (!stopped)
        logger.warn(
          { code: 'overview-failed', ...errorFields(error) },
          'failed to count users and clients for the overview',
        )
    }),
  )
  return {
    start(): void {
      timers = [setTimeout(() => void round(), FIRST_MS).unref(), setInterval(() => void round(), INTERVAL_MS).unref()]
    },
    /** The latest counts; undefined if nothing has been counted yet. */
    async read(): Promise<OverviewCounts | undefined> {
      const counts = await stored()
      if (counts !== undefined && Math.abs(now() - counts.countedAt) < STALE_MS) return counts
      await Promise.race([round(), wait(PATIENCE_MS)])
      return known
    },
    /** The number of broken apps in the counts that this node read last. Does not read the store. */
    incidents: (): number => known?.all?.incidents ?? known?.incidents.length ?? 0,
    async stop(): Promise<void> {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await round.ended()
    },
  }
}
