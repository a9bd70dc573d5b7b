import type { ImportCounts } from '../../domain/transfer/import-run.ts'
import type { Terminal } from '../terminal/command.ts'

const [ON_TERMINAL_MS, NO_TERMINAL_MS] = [500, 10_000]

/**
 * Shows an import's progress: on a terminal as one line that is overwritten, otherwise as a line every ten seconds.
 * @param lines number of lines in the file @param clock current time in milliseconds
 */
export function importProgress(terminal: Terminal, lines: number, clock: () => number) {
  const { status } = terminal
  const startedAt = clock()
  let shownAt = startedAt
  return {
    at(counts: ImportCounts): void {
      const now = clock()
      if (now - shownAt < (status === undefined ? NO_TERMINAL_MS : ON_TERMINAL_MS)) return
      shownAt = now
      const perSecond = Math.round((counts.lines * 1000) / (now - startedAt))
      const left = Math.ceil((lines - counts.lines) / Math.max(1, perSecond))
      const text = `${counts.lines} of ${lines} lines, ${perSecond} per second, ${left} s left`
      ;(status ?? terminal.err)(text)
    },
    /** Prints a permanent line; later progress does not overwrite it. */
    say(text: string): void {
      status?.('')
      terminal.err(text)
    },
    end: () => status?.(''),
  }
}
