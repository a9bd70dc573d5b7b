/** Wakes the delivery worker. It is made first: the parts that put deliveries into the store are made before the worker. */
export interface WakeUp {
  /** Something is due: check now. Without a worker nothing happens. */
  wake(): void
  /** From now on this is woken. */
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
