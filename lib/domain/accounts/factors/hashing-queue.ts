import { availableParallelism } from 'node:os'
import { unavailable } from '../../denial-error.ts'

/** Runs expensive work when its turn comes. @throws DenialError 503 if the caller has disconnected */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** The user that the caller's browser or session provably belongs to, or `unknown`. Known users are served first. */
export type Caller = { readonly sub: string } | 'unknown'

/**
 * Queue for password hashing (D-G14), which uses a core and a lot of memory. Only a few hashes run at a time, and only
 * callers that can be served soon may wait. All others are rejected immediately, before any attempt is counted.
 */
export type HashingQueue = ReturnType<typeof hashingQueue>

export interface HashingQueueSettings {
  /** Maximum number of concurrent hashes. */
  readonly concurrent: number
  /** Maximum expected time to work through the queue, in milliseconds. */
  readonly longestMs: number
  /** Assumed duration of a hash until one has been measured, in milliseconds. */
  readonly expectedMs: number
}

/** Leaves one core for other requests; more than three concurrent hashes would only use more memory. */
export const HASHING: HashingQueueSettings = {
  concurrent: Math.min(3, Math.max(1, availableParallelism() - 1)),
  longestMs: 2_000,
  expectedMs: 40,
}
/** Maximum number of places that one user can hold in the priority lane, so one account cannot fill it. */
const FIRST_OF_ONE_USER = 2
/** Weight of the newest measurement in the average duration of a hash. */
const NEWEST_PART = 0.1

/** A caller's place in the queue. */
interface Place {
  readonly sub: string | undefined
  /** Starts the work; set only while the caller is waiting for a turn. */
  begin?: (() => void) | undefined
}

/** @param turnedAway called for each caller that is rejected because the queue is full */
export function hashingQueue(
  { concurrent, longestMs, expectedMs }: HashingQueueSettings = HASHING,
  turnedAway: () => void = () => {},
) {
  const lanes = { known: new Set<Place>(), unknown: new Set<Place>() }
  let running = 0
  let averageMs = expectedMs

  const next = (): void => {
    if (running >= concurrent) return
    for (const lane of [lanes.known, lanes.unknown])
      for (const { begin } of lane) if (begin !== undefined) return begin()
  }
  /** Waits for a turn; rejects if the caller disconnects. */
  const turn = (place: Place, left: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const gone = (): void => {
        place.begin = undefined
        reject(unavailable('directory_unavailable', 'the caller has gone'))
      }
      if (left.aborted) return gone()
      left.addEventListener('abort', gone, { once: true })
      place.begin = () => {
        left.removeEventListener('abort', gone)
        place.begin = undefined
        running += 1
        resolve()
      }
      next()
    })

  return {
    length: (): number => lanes.known.size + lanes.unknown.size,
    /**
     * Reserves a place for `work`, which can hash passwords when its turn comes. If a hash is still waiting when `work`
     * ends, it is canceled.
     * @param signal aborted when the caller disconnects, in which case the password is not hashed
     * @returns `full` if the caller was rejected before `work` began
     */
    async run<Result>(
      caller: Caller,
      signal: AbortSignal,
      work: (inTurn: InTurn) => Promise<Result>,
    ): Promise<Result | 'full'> {
      const sub = caller === 'unknown' ? undefined : caller.sub
      const isFirst = goesFirst(lanes.known, sub)
      const ahead = lanes.known.size + (isFirst ? 0 : lanes.unknown.size)
      if ((ahead * averageMs) / concurrent > longestMs) {
        turnedAway()
        return 'full'
      }
      const lane = isFirst ? lanes.known : lanes.unknown
      const place: Place = { sub }
      lane.add(place)
      const left = new AbortController()
      const release = (): void => {
        lane.delete(place)
        left.abort()
      }
      const inTurn: InTurn = async (hash) => {
        await turn(place, AbortSignal.any([left.signal, signal]))
        const startedAt = performance.now()
        try {
          return await hash()
        } finally {
          averageMs += (performance.now() - startedAt - averageMs) * NEWEST_PART
          running -= 1
          release()
          next()
        }
      }
      try {
        return await work(inTurn)
      } finally {
        release()
      }
    },
  }
}

const goesFirst = (known: ReadonlySet<Place>, sub: string | undefined): boolean =>
  sub !== undefined && [...known].filter((other) => other.sub === sub).length < FIRST_OF_ONE_USER

/** Runs a task in the queue. @throws DenialError 503 if the queue is full or the caller has disconnected */
export function inQueue(queue: HashingQueue | undefined, caller: Caller, signal: AbortSignal): InTurn {
  return async (work) => {
    const done = queue === undefined ? await work() : await queue.run(caller, signal, (inTurn) => inTurn(work))
    if (done === 'full') throw unavailable('directory_unavailable', 'too many passwords are being checked')
    return done
  }
}
