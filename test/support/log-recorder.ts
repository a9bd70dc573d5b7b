/** A logger that stores every line, so that a test can search the log. */
import type { Logger } from '../../lib/index.ts'

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

export interface LogRecorder {
  readonly logger: Logger
  readonly lines: readonly LogLine[]
  /** The whole log as text. */
  text(): string
}

export function logRecorder(): LogRecorder {
  const lines: LogLine[] = []
  const at =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields: { ...fields }, message })
    }
  return {
    logger: { info: at('info'), warn: at('warn'), error: at('error') },
    lines,
    text: () => JSON.stringify(lines),
  }
}
