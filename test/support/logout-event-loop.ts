/** How long some work blocked the event loop, which Portico, its receivers and the test share. */

interface Watched<T> {
  readonly value: T
  /** The longest stretch of work, in milliseconds of the thread's CPU time: other processes do not count. */
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
  // Every turn of the loop ends with this; the time between two of them is one turn's work.
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
