/** Wakes the delivery worker. Created first, because parts that queue deliveries precede the worker. */
export function wakeUp() {
  let current = (): void => {}
  return {
    /** A delivery is due: check now. Does nothing without a worker. */
    wake: () => current(),
    /** Sets the function to call on `wake`. */
    onWake(wake: () => void): void {
      current = wake
    },
  }
}
