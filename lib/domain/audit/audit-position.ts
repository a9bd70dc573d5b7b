import type { AuditLog } from '../../ports/audit-log.ts'

/** Entries of several nodes are in the order of arrival, so their times may deviate from it by about this. */
export const SLACK_MS = 60_000

/**
 * The position of the last entry that can be of that time or earlier; undefined: the end of the log. A binary search,
 * so that a day long ago costs twenty reads and not a million.
 */
export async function lastUntil(log: AuditLog, until: number | undefined): Promise<number | undefined> {
  if (until === undefined) return undefined
  const bounds = await log.bounds()
  if (bounds === undefined) return undefined
  let [low, high] = [bounds.first - 1, bounds.last]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [line] = await log.read(middle, 'newer', 1)
    if (line !== undefined && line.at <= until + SLACK_MS) low = middle
    else high = middle - 1
  }
  return low
}
