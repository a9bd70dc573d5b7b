import type { Logger } from '../../lib/ports/logger.ts'
import type { SecurityEventSource } from '../../lib/ports/security-events.ts'
import { eventLine, type LineOrigin, noteLine } from './event-line.ts'
import { floodLimit } from './flood-limit.ts'
import { lineWriter } from './line-writer.ts'

/** A log that cannot be written is named in the main log so often. */
const COMPLAIN_EVERY_MS = 60_000
/** One an hour for each user and app, and the main log has each: they are no lines. */
const UNTOLD = 'token.refreshed'

export interface SecurityLogOptions {
  /**
   * `stdout`, or the path of a file, which is made with mode 600 and opened anew when a rotation has moved it.
   * @default none, the key is required
   * @example '/var/log/portico/security.jsonl'
   */
  readonly to: string
  /**
   * The service, as `createPortico` and `onWired` give it.
   * @default none, the key is required
   * @example await createPortico(settings)
   */
  readonly sso: SecurityEventSource
  /**
   * The main log, which is told of a security log that cannot be written.
   * @default none, the key is required
   * @example pino()
   */
  readonly logger: Logger
  /**
   * Name of this node, where there are several.
   * @default lines name no node
   * @example 'node-1'
   */
  readonly node?: string | undefined
}

export interface SecurityLog {
  /** Writes what is held back, and ends. To be called when the service has been closed. */
  close(): Promise<void>
}

/**
 * Writes security events as JSON lines (README.md has the fields). A disk that is full or a file that cannot be opened stops nothing:
 * a megabyte of lines waits, what is more is lost, and the next line that can be written says how many.
 */
export function securityLog({ to, sso, logger, node }: SecurityLogOptions): SecurityLog {
  const origin: LineOrigin = { version: sso.version, node }
  let complainAt = -Infinity
  let isNamed = false
  const note = (action: string, fields: Parameters<typeof noteLine>[3]): string =>
    noteLine(Date.now(), origin, action, fields)

  const writer = lineWriter({
    to,
    lostLine: (count) => note('log.lost', { 'portico.count': count }),
    failed(error) {
      if (performance.now() < complainAt) return
      complainAt = performance.now() + COMPLAIN_EVERY_MS
      isNamed = true
      const { code } = error as { readonly code?: unknown }
      logger.warn(
        { to, error: typeof code === 'string' ? code : 'unknown fault' },
        'the security log cannot be written',
      )
    },
    recovered() {
      if (isNamed) logger.info({ to }, 'the security log is written again')
      isNamed = false
    },
  })
  const flood = floodLimit({
    write: (event, told) => writer.write(eventLine(event, told, origin)),
    summarize: (event, count) => writer.write(note('log.summary', { 'portico.of': event, 'portico.count': count })),
  })
  const end = sso.on('*', (event) => {
    if (event.event !== UNTOLD) flood.take(event)
  })
  return {
    async close() {
      // What was noted last is told in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve))
      end()
      flood.flush()
      await writer.close()
    },
  }
}
