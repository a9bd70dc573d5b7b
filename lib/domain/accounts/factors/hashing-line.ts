import { availableParallelism } from 'node:os'
import { unavailable } from '../../denial-error.ts'

/** Does costly work when its turn has come. @throws DenialError 503 when nobody waits for it any more */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Who asks: a browser or a session that has proved to be this user's goes first. */
export type Caller = { readonly sub: string } | 'unknown'

/** A place in the line. Whoever has one is going to be served, or has left. */
export interface Place {
  /** Does the work when its turn has come. @throws DenialError 503 when the caller has left before */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Gives the place up: whatever still waits in it is not done any more. */
  leave(): void
}

/**
 * Where password hashing waits (D-G14). It takes memory and a core, so few are at work at a time, and only so many wait as can be
 * served soon: one more is turned away at once, before anything is counted against anybody.
 */
export type HashingLine = ReturnType<typeof hashingLine>

export interface HashingLineSettings {
  /** How many are hashed at a time. */
  readonly concurrent: number
  /** How long a line may take to be served, in milliseconds. */
  readonly longestMs: number
  /** How long one takes, before any was measured. */
  readonly expectedMs: number
}

/** One core is left to all other requests; more than three would only take memory. */
export const HASHING: HashingLineSettings = {
  concurrent: Math.min(3, Math.max(1, availableParallelism() - 1)),
  longestMs: 2_000,
  expectedMs: 40,
}
/** So many at a time of one user go first: whoever has an account of their own cannot fill that lane. Others wait with strangers. */
const FIRST_OF_ONE_USER = 2
/** How much of the average the newest measurement is. */
const NEWEST_PART = 0.1

/** Given and not served yet. */
interface Given {
  readonly sub: string | undefined
  /** While it waits for its turn. */
  begin?: (() => void) | undefined
}

/** @param turnedAway called for each caller who found it full */
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
  /** Waits for a turn; who has left gets none. */
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
    /** Places that are taken. */
    length: (): number => lanes.known.size + lanes.unknown.size,
    /** @param signal aborted when the caller has hung up: the password is not hashed then */
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

/** Does one piece of work in the line. @throws DenialError 503 when there is no place, or the caller has gone meanwhile */
export function inLine(line: HashingLine | undefined, caller: Caller, signal: AbortSignal): InTurn {
  return async (work) => {
    const place = line?.enter(caller, signal)
    if (place === 'full') throw unavailable('directory_unavailable', 'too many passwords are being checked')
    return place === undefined ? work() : place.run(work)
  }
}
