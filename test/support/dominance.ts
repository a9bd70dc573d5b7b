/** The chance that one of the first takes longer than one of the second (Mann and Whitney): 0.5 tells nothing, 1 tells all. */
export function dominance(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}

/** Four standard errors of the chance, with as many of each: one hundredth would fail one run in a hundred, with nothing wrong. */
export const straysWith = (count: number): number => 4 * Math.sqrt((2 * count + 1) / (12 * count ** 2))
