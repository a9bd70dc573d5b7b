/** Fields of a log line. */
export interface LogFields {
  /** Stable name of the message, for searches and alerts; all codes are listed in `lib/web/http/README.md`. */
  readonly code: string
  readonly [field: string]: unknown
}

/** A logger with pino's signature: the fields come first, then the message, which is a fixed phrase. */
export interface Logger {
  /** Logs normal operation, such as a completed request. */
  info(fields: LogFields, message: string): void
  /** Logs a problem that Portico continues after, such as a failed delivery. */
  warn(fields: LogFields, message: string): void
  /** Logs a failure, such as an unexpected error in a request. */
  error(fields: LogFields, message: string): void
}

export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** The host's logger can throw, for example when the disk is full. The log line is lost, but the request continues. */
export function forgiving(logger: Logger): Logger {
  const at =
    (level: keyof Logger) =>
    (fields: LogFields, message: string): void => {
      try {
        logger[level](fields, message)
      } catch {
        // The logger itself failed, so there is nowhere to report this error.
      }
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Log fields for an error: class, message, and stack; never request data. */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error }
  return { error: error.name, message: error.message, stack: error.stack }
}
