/** When the port may close. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_MS = 0.3
const LATEST_MS = 2_000

/**
 * Resolves in a turn of the event loop in which the process has taken no connection and had nothing else to do. Connections that the
 * kernel has taken, and the process has not, are reset when the port closes: a turn takes one of them, and one that was busy for
 * milliseconds leaves new ones behind. Two seconds of work without a pause are enough waiting.
 *
 * @param taken how many connections the process has taken so far
 */
export async function acceptQueueDrained(taken: () => number): Promise<void> {
  const begun = performance.now()
  // The turn that is under way may have looked at the port long ago.
  await nextTurn()
  for (let last = { at: performance.now(), taken: taken() }; ; ) {
    await nextTurn()
    const now = { at: performance.now(), taken: taken() }
    if ((now.taken === last.taken && now.at - last.at < QUIET_MS) || now.at - begun > LATEST_MS) return
    last = now
  }
}
