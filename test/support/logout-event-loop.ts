/** How long the event loop was held up while something ran: the service, its receivers and the test share one here. */

interface Watched<T> {
  readonly value: T
  /** The longest stretch of work, in milliseconds of the thread's own time: what other processes take away is not counted. */
  readonly longestMs: number
  readonly elapsedMs: number
}

export async function watchEventLoop<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longestMs = 0
  let before = spent()
  let watching = true
  // Every turn of the loop ends with this; between two of them the thread has done one turn's work.
  const turn = (): void => {
    const now = spent()
    longestMs = Math.max(longestMs, now - before)
    before = now
    if (watching) setImmediate(turn)
  }
  setImmediate(turn)
  const startedAt = performance.now()
  const value = await work()
  const elapsedMs = performance.now() - startedAt
  watching = false
  return { value, elapsedMs, longestMs }
}
