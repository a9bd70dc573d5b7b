/** A clock that a test can move forward. Real time passes too. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  forward(seconds: number): void
}

export function movableClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    forward(seconds) {
      if (!Number.isFinite(seconds)) throw new Error(`the clock cannot go forward by ${seconds} seconds`)
      ahead += seconds * 1000
    },
  }
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** The seconds of a span such as `31d`. @throws TypeError for any other text */
export function secondsIn(span: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(span) ?? []
  if (count === undefined)
    throw new TypeError(`travel: expected a span such as '30s', '5m', '2h' or '31d', got ${JSON.stringify(span)}`)
  return Number(count) * SECONDS[unit as keyof typeof SECONDS]
}
