/** A logger with pino's signature: fields first, then the message. Without one, nothing is logged. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** The host's logger may fail (a full disk): then the line is lost, and the request is answered all the same. */
export function forgiving(logger: Logger): Logger {
  const at =
    (level: keyof Logger) =>
    (fields: object, message: string): void => {
      try {
        logger[level](fields, message)
      } catch {
        // The place where errors are reported is what failed.
      }
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** What the log says of an error: its class, its message and where it happened; never what was sent. */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error }
  return { error: error.name, message: error.message, stack: error.stack }
}
