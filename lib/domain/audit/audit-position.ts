/** Entries from several nodes are stored in order of arrival, so their times can be out of order by about this much. */
export const SLACK_MS = 60_000

/** The range of positions in a log. Some positions in the range can be empty. */
export interface Positions {
  readonly first: number
  readonly last: number
  /** Time of the entry at this position, or of the next entry if the position is empty. */
  timeAt(position: number): Promise<number | undefined>
}

/** Position of the last entry that could be from `until` or earlier, found by binary search to save reads. */
export async function lastUntil({ first, last, timeAt }: Positions, until: number): Promise<number> {
  let [low, high] = [first - 1, last]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const at = await timeAt(middle)
    if (at !== undefined && at <= until + SLACK_MS) low = middle
    else high = middle - 1
  }
  return low
}
