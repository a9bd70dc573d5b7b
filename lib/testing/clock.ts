/** A clock that a test can move forward. Real time passes too. */
export type Clock = ReturnType<typeof movableClock>

export function movableClock() {
  let ahead = 0
  return {
    /** Milliseconds since the epoch. */
    now: () => Date.now() + ahead,
    forward(seconds: number): void {
      if (!Number.isFinite(seconds)) throw new Error(`the clock cannot go forward by ${seconds} seconds`)
      ahead += seconds * 1000
    },
  }
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

const TEN_YEARS = 3_660 * SECONDS.d
/** Seconds of the longest step: after a day, records that a node should have seen are gone. */
const LONGEST_STEP = 43_200

/** The steps of a journey, each short enough for the work that is due after it. */
export function* stepsOf(span: string): Generator<number> {
  for (let left = secondsIn(span); left > 0; left -= LONGEST_STEP) yield Math.min(left, LONGEST_STEP)
}

/** The seconds of a span such as `31d`. @throws TypeError for any other text */
function secondsIn(span: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(span) ?? []
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS]
  if (!(seconds <= TEN_YEARS))
    throw new TypeError(`travel: expected a span such as '30s', '5m', '2h' or '31d', got ${JSON.stringify(span)}`)
  return seconds
}
