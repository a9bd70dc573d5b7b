/** A clock that a test can move forward. Real time passes too. */
export interface Clock {
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
