import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_MS = 0.3
const LATEST_MS = 2_000

/**
 * Resolves once a turn of the event loop brings no new connections and no other work, or after two seconds. Closing the
 * port would reset connections that the kernel has accepted but the process has not. A turn accepts only one
 * connection, so more can be waiting after a busy turn.
 * @param taken returns the number of connections that the process has accepted
 */
export async function acceptQueueDrained(taken: () => number): Promise<void> {
  const begun = performance.now()
  // The current turn may have polled for new connections long ago.
  await nextTurn()
  for (let last = { at: performance.now(), taken: taken() }; ; ) {
    await nextTurn()
    const now = { at: performance.now(), taken: taken() }
    if ((now.taken === last.taken && now.at - last.at < QUIET_MS) || now.at - begun > LATEST_MS) return
    last = now
  }
}
