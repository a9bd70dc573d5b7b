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

/** How often what could not be finished is tried again, in milliseconds. */
const RETRY_MS = 500
/** How often the store is asked whether it still has what was put in. */
const LOOK_MS = 2_000
/** A request waits until a try to fill the store is so old: most are over in less, and none takes a store that is away with it. */
const PATIENCE_MS = 500

type Check = 'ok' | 'missing'

/**
 * Brings the service up, and up again: a store that is away at the start must not keep the process from starting, and one
 * that comes back empty must not leave it without its clients, its keys and its accounts.
 */
export interface Seeding {
  /** Does what is left to do; callers at the same moment share one try. */
  seed(): Promise<void>
  /** From now on tries until it is done, and looks whether it still is. */
  watch(): void
  /** Lets a request go on. @throws what stands in the way, soon: the store, an error while the store is filled, or time */
  assertSeeded(): Promise<void>
  isSeeded(): boolean
  /** Lets a request go on that needs no store, once the service has been up. @throws as `assertSeeded` */
  assertStarted(): Promise<void>
  /** Whether the store still has what was put in; if not, it is put in again. */
  look(): Promise<'there' | 'gone'>
  /** A part of it is missing: all is put in again. */
  seedAgain(): void
  stop(): void
  /** What fell short of the store when it was opened. */
  findings(): readonly Finding[]
  /** What must be there before the service can answer. `configuration`: its clients and accounts are in the store. */
  checks(): Promise<{
    /** `refuses-writes`: it answers, and takes nothing (no room, a replica, too few replicas). */
    readonly store: Check | 'refuses-writes'
    readonly configuration: Check
    readonly signingKey: Check
    /** `newer`: the store has been raised to a format that this release does not read. */
    readonly format: 'ok' | 'newer'
    /** `skewed`: the clock of this node is so far from the store's that other nodes would refuse its tokens. */
    readonly clock: 'ok' | 'skewed'
  }>
  /** Why the store is not as it should be, in one word that anybody may read; undefined where it is. */
  storeReason(): string | undefined
}

export interface SeedingParts {
  readonly storage: Storage
  readonly identity: Pick<StoreIdentity, 'enter' | 'look' | 'check'>
  readonly clock: Pick<NodeClock, 'measure' | 'check'>
  readonly keys: KeyRing
  readonly marker: SeedingMarker
  /** Puts all into the store. `again`: it was there before, and has been lost. */
  readonly fill: (when: 'first' | 'again') => Promise<void>
  readonly logger: Logger
  /** Logs what falls short. */
  readonly reportFinding: (finding: Finding) => void
}

export function seeding({
  storage,
  identity,
  clock,
  keys,
  marker,
  fill,
  logger,
  reportFinding,
}: SeedingParts): Seeding {
  let state: 'starting' | 'seeded' | 'lost' = 'starting'
  let since = 0
  let stop = (): void => {}
  let started = false
  let findings: readonly Finding[] = []
  const answers = storeState(
    storage.name,
    { lost: 'the store does not answer', back: 'the store answers again' },
    logger,
  )
  const check = storeCheck(storage, answers, logger)

  const report = (error: unknown): void => {
    if (error instanceof StoreUnavailable) answers.failed(error)
    else logger.error(errorFields(error), 'the service cannot be prepared')
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
    if (when === 'again') logger.warn({}, 'the store has again what the service needs')
  }
  const seedOnce = sharedRun(() =>
    fillOnce().catch((error: unknown) => {
      answers.failed(error)
      throw error
    }),
  )
  const seed = (): Promise<void> => (state === 'seeded' ? Promise.resolve() : seedOnce())
  const seedAgain = (): void => {
    if (state !== 'seeded') return
    state = 'lost'
    logger.error({}, 'the store has lost its contents; what the service needs is put in again')
    seed().catch(report)
  }
  const look = sharedRun(async (): Promise<'there' | 'gone'> => {
    if (state !== 'seeded') return 'gone'
    const [found] = await Promise.all([marker.look(), identity.look()])
    answers.worked()
    if (found === 'gone') seedAgain()
    return found
  })
  const watch = (): void => {
    // A look that fails is repeated soon: a store that was away is the one that may come back empty.
    const pauseMs = (): number => (state === 'seeded' ? LOOK_MS : RETRY_MS)
    const round = (): Promise<number> =>
      (state === 'seeded' ? look() : seed()).then(pauseMs, (error: unknown) => {
        report(error)
        return RETRY_MS
      })
    stop = repeated(round, pauseMs())
  }
  const assertSeeded = async (): Promise<void> => {
    const done = seed().catch((error: unknown) => {
      if (error instanceof StoreUnavailable || error instanceof DenialError) throw error
      // A wrong root secret, a client that cannot be registered: the start ends with it. It is no fault of who asks meanwhile.
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
    assertStarted: () => (started ? Promise.resolve() : assertSeeded()),
    assertSeeded,
    findings: () => findings,
    stop: () => stop(),
    async checks() {
      const [store] = await Promise.all([check.look(), look().catch(() => undefined)])
      return {
        store,
        configuration: state === 'seeded' ? 'ok' : 'missing',
        signingKey: keys.current() === undefined ? 'missing' : 'ok',
        format: identity.check(),
        clock: clock.check(),
      }
    },
    storeReason: check.reason,
  }
}
