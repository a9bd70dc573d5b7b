import type { Connection } from './connection.ts'

/** Besides families. */
export const SWEPT_TABLES = [
  'nodes',
  'ended_sessions',
  'sessions',
  'session_links',
  'records',
  'rate_windows',
  'deliveries',
]
/** Deleted per statement, so that no transaction is long. */
const ROWS = 5_000
const EVERY_MS = 300_000

/**
 * Deletes expired rows every five minutes, in each node. Until then, reads ignore those rows.
 * @returns a function that stops it
 */
export function expirySweep({ read, textOf }: Connection, everyMs = EVERY_MS): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function sweep(): Promise<void> {
    for (const text of [
      textOf('sweepFamilies'),
      ...SWEPT_TABLES.map((table) => textOf('sweep').replaceAll('TABLE', table)),
    ])
      while (!stopped && (await read('deleting expired rows', 'sweep', [ROWS], text)).length === ROWS);
  }
  function later(): void {
    timer = setTimeout(async () => {
      // A failure is reported by the requests that fail too; the next sweep deletes what this one has left.
      await sweep().catch(() => undefined)
      if (!stopped) later()
    }, everyMs).unref()
  }
  later()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
