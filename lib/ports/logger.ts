/** A logger as pino has it: fields first, then the message. Absent means silence. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** The host's logger may fail (a full disk): then the line is lost, and nobody goes without an answer for it. */
export function forgiving(logger: Logger): Logger {
  const at =
    (level: keyof Logger) =>
    (fields: object, message: string): void => {
      try {
        logger[level](fields, message)
      } catch {
        // Where faults are told is where it failed.
      }
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** What may be said of a fault: its class, its message and where it happened; never what was sent. */
export function faultFields(fault: unknown): object {
  if (!(fault instanceof Error)) return { fault: typeof fault }
  return { fault: fault.name, message: fault.message, stack: fault.stack }
}
