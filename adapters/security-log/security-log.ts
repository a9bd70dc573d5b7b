import type { Logger } from '../../lib/ports/logger.ts'
import type { SecurityEventSource } from '../../lib/ports/security-events.ts'
import { eventLine, type LineOrigin, noteLine } from './event-line.ts'
import { floodLimit } from './flood-limit.ts'
import { lineWriter } from './line-writer.ts'

/** Minimum interval between errors in the main log while the security log cannot be written. */
const COMPLAIN_EVERY_MS = 60_000
/** This event is omitted because every user and app causes one per hour, and the main log contains them all. */
const NOT_LOGGED = 'token.refreshed'

/** Options of `securityLog`. */
export interface SecurityLogOptions {
  /**
   * `stdout`, or the path to a file. The file is created with mode 600 and reopened after log rotation.
   * @example '/var/log/portico/security.jsonl'
   */
  readonly to: string
  /**
   * The Portico instance, from `createPortico` or `onWired`.
   * @example await createPortico(settings)
   */
  readonly sso: SecurityEventSource
  /**
   * The main log, which receives errors from the security log.
   * @example pino()
   */
  readonly logger: Logger
  /**
   * Name of this node, if there are several.
   * @default lines contain no node name
   * @example 'node-1'
   */
  readonly node?: string | undefined
}

/** A running security log. */
export interface SecurityLog {
  /** Writes pending events and closes the log. Call this after closing Portico. */
  close(): Promise<void>
}

/** Writes security events as JSON lines (README.md lists the fields). If writes fail, up to a megabyte is buffered. */
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
      const reason = typeof code === 'string' ? code : 'unknown error'
      logger.warn({ code: 'security-log-unwritable', to, error: reason }, 'failed to write the security log')
    },
    recovered() {
      if (isNamed) logger.info({ code: 'security-log-writable', to }, 'security log is writable again')
      isNamed = false
    },
  })
  const flood = floodLimit({
    write: (event, times) => writer.write(eventLine(event, times, origin)),
    summarize: (event, count) => writer.write(note('log.summary', { 'portico.of': event, 'portico.count': count })),
  })
  const end = sso.on('*', (event) => {
    if (event.event !== NOT_LOGGED) flood.take(event)
  })
  return {
    async close() {
      // Wait, because the last events are delivered in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      end()
      flood.flush()
      await writer.close()
    },
  }
}
