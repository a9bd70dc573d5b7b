import { type Finding, finding } from '../../../policies/findings.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { DenialError, unavailable } from '../denial-error.ts'
import { inTime, repeated, sharedRun } from '../in-time.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { NodeClock } from '../nodes/node-clock.ts'
import type { StoreIdentity } from '../nodes/store-identity.ts'
import { assertRestored } from './restore-marker.ts'
import type { SeedingMarker } from './seeding-marker.ts'
import { storeCheck } from './store-check.ts'
import { storeState } from './store-state.ts'

/** Pause between attempts at seeding, in milliseconds. */
const RETRY_MS = 500
/** Pause between checks that the store still contains the seeded data, in milliseconds. */
const LOOK_MS = 2_000
/** How long a request waits for seeding, from the attempt's start. Most attempts are faster if the store is up. */
const PATIENCE_MS = 500

/**
 * Seeds the store at startup and after data loss. An unavailable store must not prevent the process from starting. If
 * the store comes back empty, its clients, keys, and accounts are re-created.
 */
export type Seeding = ReturnType<typeof seeding>

export interface SeedingParts {
  readonly storage: Storage
  readonly identity: Pick<StoreIdentity, 'enter' | 'look' | 'check'>
  readonly clock: Pick<NodeClock, 'measure' | 'check'>
  readonly keys: KeyRing
  readonly marker: SeedingMarker
  /** Writes all seeded data to the store. `again`: the store has lost the data. */
  readonly fill: (when: 'first' | 'again') => Promise<void>
  readonly logger: Logger
  readonly reportFinding: (finding: Finding) => void
}

export function seeding({ storage, identity, clock, keys, marker, fill, logger, reportFinding }: SeedingParts) {
  let state: 'starting' | 'seeded' | 'lost' = 'starting'
  let since = 0
  let stop = (): void => {}
  let started = false
  let findings: readonly Finding[] = []
  const answers = storeState(
    storage.name,
    ['store-unavailable', 'store is unavailable'],
    ['store-available', 'store is available again'],
    logger,
  )
  const check = storeCheck(storage, answers, logger)

  const report = (error: unknown): void => {
    if (error instanceof StoreUnavailable) answers.failed(error)
    else logger.error({ code: 'seed-failed', ...errorFields(error) }, 'failed to seed the store')
  }
  const fillOnce = async (): Promise<void> => {
    since = performance.now()
    const when = state === 'starting' ? 'first' : 'again'
    if (when === 'first') {
      findings = (await storage.open()).map(({ code, what }) => finding(code, what))
      findings.forEach(reportFinding)
    }
    await assertRestored(storage.documents)
    await identity.enter()
    if (when === 'first') await clock.measure()
    await marker.around(() => fill(when))
    answers.worked()
    state = 'seeded'
    started = true
    if (when === 'again') logger.warn({ code: 'store-seeded' }, 'store was re-seeded')
  }
  const seedOnce = sharedRun(() =>
    fillOnce().catch((error: unknown) => {
      answers.failed(error)
      throw error
    }),
  )
  /** Seeds the store unless it is already seeded. Concurrent callers share one attempt. */
  const seed = (): Promise<void> => (state === 'seeded' ? Promise.resolve() : seedOnce())
  /** Seeds the store again after it lost part of its data. */
  const seedAgain = (): void => {
    if (state !== 'seeded') return
    state = 'lost'
    logger.error({ code: 'store-empty' }, 'store is empty; re-seeding')
    seed().catch(report)
  }
  /** Checks that the store still contains the seeded data, and seeds it again if not. */
  const look = sharedRun(async (): Promise<'there' | 'gone'> => {
    if (state !== 'seeded') return 'gone'
    // All of them, so that a store that responds to a ping alone does not count as available.
    const [found] = await Promise.all([marker.look(), identity.look(), storage.ping()])
    answers.worked()
    if (found === 'gone') seedAgain()
    return found
  })
  /** Retries seeding until it succeeds, then checks the store regularly. */
  const watch = (): void => {
    // A failed check is repeated soon, because a store that was unavailable may come back empty.
    const pauseMs = (): number => (state === 'seeded' ? LOOK_MS : RETRY_MS)
    const round = (): Promise<number> =>
      (state === 'seeded' ? look() : seed()).then(pauseMs, (error: unknown) => {
        report(error)
        return RETRY_MS
      })
    stop = repeated(round, pauseMs())
  }
  /** Resolves once the store is seeded. @throws the error from the store or from seeding, or a timeout */
  const assertSeeded = async (): Promise<void> => {
    const done = seed().catch((error: unknown) => {
      if (error instanceof StoreUnavailable || error instanceof DenialError) throw error
      // A wrong root secret or a conflicting client makes startup fail. Until the process exits, requests get a 503.
      throw unavailable('not_ready', 'the service could not be prepared')
    })
    const patience = Math.max(0, since + PATIENCE_MS - performance.now())
    const end = await inTime(
      () => done,
      patience,
      () => 'late' as const,
    )
    if (end === 'late') throw unavailable('not_ready', 'the store does not have yet what the service needs')
  }
  return {
    seed,
    watch,
    look,
    seedAgain,
    isSeeded: () => state === 'seeded',
    /** For requests that do not need the store: resolves once the store has been seeded. @throws like `assertSeeded` */
    assertStarted: () => (started ? Promise.resolve() : assertSeeded()),
    assertSeeded,
    /** Findings about the store's settings, made when the store was opened. */
    findings: () => findings,
    stop: () => stop(),
    /** The readiness checks. `configuration`: whether the configured clients and accounts are in the store. */
    async checks() {
      const [store] = await Promise.all([check.look(), look().catch(() => undefined)])
      return {
        store,
        configuration: state === 'seeded' ? ('ok' as const) : ('missing' as const),
        signingKey: keys.current() === undefined ? ('missing' as const) : ('ok' as const),
        format: identity.check(),
        clock: clock.check(),
      }
    },
    /** Why the store is failing, in one word without internal details; undefined if it is working. */
    storeReason: check.reason,
  }
}
