/** Ends the process gracefully on the first signal, and immediately on the second. */
import cluster from 'node:cluster'
import type { Logger } from '../ports/logger.ts'

export interface Endings {
  readonly log: Logger
  /** Completes requests in flight, then closes the server. `cut` means that some did not finish in time. */
  close(): Promise<'clean' | 'cut'>
}

/** Message from the primary process to each worker. */
export const STOP = 'stop'

/** @returns a signal that aborts as soon as the process is asked to stop */
export function stopWhenAsked({ log, close }: Endings): AbortSignal {
  const asked = new AbortController()
  const stop = (why: string): void => {
    if (asked.signal.aborted) return
    asked.abort()
    log.info({ code: 'stopping', signal: why }, 'stopping; completing requests in flight')
    close().then(
      (end) => {
        log.info({ code: 'stopped' }, end === 'clean' ? 'stopped' : 'stopped; requests in flight were aborted')
        process.exit(end === 'clean' ? 0 : 1)
      },
      (error: unknown) => {
        log.error({ code: 'stop-failed', error: String(error) }, 'failed to stop cleanly')
        process.exit(1)
      },
    )
  }
  const hear = (signal: NodeJS.Signals): void => {
    if (asked.signal.aborted) process.exit(1)
    stop(signal)
  }
  process.on('SIGTERM', hear)
  if (!cluster.isWorker) process.on('SIGINT', hear)
  else {
    // Ctrl+C signals the whole process group. Workers ignore it and wait for a message from the primary process.
    process.on('SIGINT', () => {})
    process.on('message', (message) => message === STOP && stop(STOP))
  }
  return asked.signal
}
