/** Wakes the delivery worker. It is created before the worker, because parts that queue deliveries already need it. */
export function wakeUp() {
  let current = (): void => {}
  return {
    /** Makes the worker check immediately, because a delivery is due. Does nothing if there is no worker yet. */
    wake: () => current(),
    /** Sets the function that `wake` calls. */
    onWake(wake: () => void): void {
      current = wake
    },
  }
}
