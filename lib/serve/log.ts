/** The log: JSON lines, or short lines on a terminal. */

import { destination, pino } from 'pino'
import { printable } from '../../policies/untrusted-text.ts'
import type { Logger } from '../ports/logger.ts'

/** Maximum number of bytes to buffer while the log cannot be written. Anything beyond that is dropped. */
const WAITING_BYTES = 1_048_576

/** @param node added as a field to each line */
export function openLog(level: string, node: string): Logger {
  const options = {
    level,
    base: { node },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const output = destination({ dest: 1, sync: true, maxLength: WAITING_BYTES })
  // A full disk or a closed pipe must not end the process.
  output.on('error', () => undefined)
  return process.stdout.isTTY
    ? pino(options, {
        write: (line: string) => {
          process.stdout.write(short(line))
        },
      })
    : pino(options, output)
}

function short(line: string): string {
  const { time, level, msg, steps: _steps, stack, ...fields } = JSON.parse(line) as Record<string, unknown>
  const details = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const first = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)}  ${details.join(' ')}`
  // Prevents untrusted text from splitting a log entry into several lines.
  const entry = printable(first.replace(/\s+/g, ' '))
  return typeof stack === 'string' ? `${entry}\n${printable(stack)}\n` : `${entry}\n`
}
