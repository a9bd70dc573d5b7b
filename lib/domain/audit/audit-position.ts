/** Entries of several nodes are in order of arrival, so their times can deviate from it by about this. */
export const SLACK_MS = 60_000

/** The positions of a log, which can have gaps. */
export interface Positions {
  readonly first: number
  readonly last: number
  /** Time of the entry at a position, or of the next one after it. */
  timeAt(position: number): Promise<number | undefined>
}

/** The last entry that can be of that time or earlier. Binary search: an old date costs 20 reads, not a million. */
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
