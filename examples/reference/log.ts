/** The log: JSON lines for machines; on a terminal, short lines for a person. */
import { pino } from 'pino'
import type { Logger } from 'pino'

export function openLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return process.stdout.isTTY
    ? pino(options, {
        write: (line: string) => {
          process.stdout.write(short(line))
        },
      })
    : pino(options)
}

function short(line: string): string {
  const { time, level, msg, steps: _steps, stack, ...fields } = JSON.parse(line) as Record<string, unknown>
  const details = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const first = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)}  ${details.join(' ')}`
  return typeof stack === 'string' ? `${first}\n${stack}\n` : `${first}\n`
}
