/** When the port may close. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_MS = 0.3
const LATEST_MS = 500

/**
 * Resolves in a turn of the event loop in which the process had nothing else to do. Connections that the kernel has taken, and the
 * process has not, are reset when the port closes; a turn that was busy for milliseconds leaves such ones behind, one that was not
 * has just taken them all. Half a second of work without a pause is enough waiting.
 */
export async function quietTurn(): Promise<void> {
  const begun = performance.now()
  // The turn that is under way may have looked at the port long ago.
  await nextTurn()
  for (let last = performance.now(); ; ) {
    await nextTurn()
    const now = performance.now()
    if (now - last < QUIET_MS || now - begun > LATEST_MS) return
    last = now
  }
}
