/** Wakes the delivery worker. Created first, because parts that queue deliveries precede the worker. */
export interface WakeUp {
  /** A delivery is due: check now. Does nothing without a worker. */
  wake(): void
  /** Sets the function to call on `wake`. */
  onWake(wake: () => void): void
}

export function wakeUp(): WakeUp {
  let current = (): void => {}
  return {
    wake: () => current(),
    onWake(wake) {
      current = wake
    },
  }
}
