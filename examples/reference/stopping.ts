/** Ends the process when it is asked to; asked a second time, at once. */
import type { Logger } from 'pino'

export interface Endings {
  readonly log: Logger
  /** Answers what is in flight, then closes everything. */
  close(): Promise<'clean' | 'cut'>
}

/** @returns aborted as soon as the process is asked to end */
export function stopOnSignal({ log, close }: Endings): AbortSignal {
  const asked = new AbortController()
  const stop = async (signal: string): Promise<void> => {
    if (asked.signal.aborted) process.exit(1)
    asked.abort()
    log.info({ signal }, 'stopping: requests in flight are answered first')
    const end = await close()
    log.info(end === 'clean' ? 'stopped' : 'stopped: requests that did not end were cut')
    process.exit(end === 'clean' ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ error: String(error) }, 'the service could not be stopped cleanly')
        process.exit(1)
      })
    })
  }
  return asked.signal
}
