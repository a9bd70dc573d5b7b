import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_MS = 0.3
const LATEST_MS = 2_000

/**
 * Waits until no accepted connections are left in the kernel's queue, because closing the port would reset them. The
 * process accepts only one connection per turn of the event loop. This function therefore waits, for at most two
 * seconds, for a turn without new connections or other work.
 * @param taken returns the number of connections that the process has accepted
 */
export async function acceptQueueDrained(taken: () => number): Promise<void> {
  const begun = performance.now()
  // Start with a new turn, because the current one may have checked for new connections long ago.
  await nextTurn()
  for (let last = { at: performance.now(), taken: taken() }; ; ) {
    await nextTurn()
    const now = { at: performance.now(), taken: taken() }
    if ((now.taken === last.taken && now.at - last.at < QUIET_MS) || now.at - begun > LATEST_MS) return
    last = now
  }
}
