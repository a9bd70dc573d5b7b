/** Lets code that queues deliveries wake the delivery worker, even though that code is created before the worker. */
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
