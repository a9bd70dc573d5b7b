import { availableParallelism } from 'node:os'
import { unavailable } from '../../denial-error.ts'

/** Runs costly work in its turn. @throws DenialError 503 if the caller has gone */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A browser or session that is proved to be this user's goes first. */
export type Caller = { readonly sub: string } | 'unknown'

/** A place in the queue, which is either served or given up. */
export interface Place {
  /** Runs the work in its turn. @throws DenialError 503 if the caller has left before */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Gives the place up; work that still waits in it is dropped. */
  leave(): void
}

/**
 * Queue for password hashing (D-G14), which takes memory and a core. Few hashes run at a time, and only callers that
 * can be served soon may wait. Another caller is rejected immediately, before any attempt is counted.
 */
export type HashingLine = ReturnType<typeof hashingLine>

export interface HashingLineSettings {
  /** Number of concurrent hashes. */
  readonly concurrent: number
  /** Maximum time to serve the queue, in milliseconds. */
  readonly longestMs: number
  /** Duration of one hash before any is measured, in milliseconds. */
  readonly expectedMs: number
}

/** One core remains for all other requests; more than three hashes would only take memory. */
export const HASHING: HashingLineSettings = {
  concurrent: Math.min(3, Math.max(1, availableParallelism() - 1)),
  longestMs: 2_000,
  expectedMs: 40,
}
/** At most this many places of one user go first, so that one account cannot fill that lane. */
const FIRST_OF_ONE_USER = 2
/** Weight of the newest measurement in the average. */
const NEWEST_PART = 0.1

/** A place that is not served yet. */
interface Given {
  readonly sub: string | undefined
  /** Set while it waits for its turn. */
  begin?: (() => void) | undefined
}

/** @param turnedAway called for each caller that finds the queue full */
export function hashingLine(
  { concurrent, longestMs, expectedMs }: HashingLineSettings = HASHING,
  turnedAway: () => void = () => {},
) {
  const lanes = { known: new Set<Given>(), unknown: new Set<Given>() }
  let running = 0
  let averageMs = expectedMs

  const next = (): void => {
    if (running >= concurrent) return
    for (const lane of [lanes.known, lanes.unknown])
      for (const { begin } of lane) if (begin !== undefined) return begin()
  }
  /** Waits for a turn; rejects if the caller has left. */
  const turn = (place: Given, left: AbortSignal): Promise<void> =>
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
    /** @param signal aborted when the caller hangs up: the password is not hashed then */
    enter(caller: Caller, signal?: AbortSignal): Place | 'full' {
      const sub = caller === 'unknown' ? undefined : caller.sub
      const isFirst =
        sub !== undefined && [...lanes.known].filter((other) => other.sub === sub).length < FIRST_OF_ONE_USER
      const ahead = lanes.known.size + (isFirst ? 0 : lanes.unknown.size)
      if ((ahead * averageMs) / concurrent > longestMs) {
        turnedAway()
        return 'full'
      }
      const lane = isFirst ? lanes.known : lanes.unknown
      const place: Given = { sub }
      lane.add(place)
      const left = new AbortController()
      const leave = (): void => {
        lane.delete(place)
        left.abort()
      }
      return {
        leave,
        async run(work) {
          try {
            await turn(place, signal === undefined ? left.signal : AbortSignal.any([left.signal, signal]))
          } catch (error) {
            leave()
            throw error
          }
          const startedAt = performance.now()
          try {
            return await work()
          } finally {
            averageMs += (performance.now() - startedAt - averageMs) * NEWEST_PART
            running -= 1
            leave()
            next()
          }
        },
      }
    },
  }
}

/** Runs one piece of work in the queue. @throws DenialError 503 if the queue is full or the caller has gone */
export function inLine(line: HashingLine | undefined, caller: Caller, signal: AbortSignal): InTurn {
  return async (work) => {
    const place = line?.enter(caller, signal)
    if (place === 'full') throw unavailable('directory_unavailable', 'too many passwords are being checked')
    return place === undefined ? work() : place.run(work)
  }
}
