/** The chance that a value of the first exceeds one of the second (Mann and Whitney): 0.5 means no difference. */
export function dominance(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}

/** Four standard errors of the chance, for equal counts. One percent would fail one correct run in a hundred. */
export const straysWith = (count: number): number => 4 * Math.sqrt((2 * count + 1) / (12 * count ** 2))

export type Times = ReadonlyMap<string, readonly number[]>

/**
 * The time of each kind of attempt, in interleaved rounds after a warm-up. A fixed order would add the costs of one
 * kind (for example garbage collection) to the next.
 */
export async function interleavedTimes(
  kinds: readonly string[],
  rounds: number,
  tryOnce: (kind: string, round: number) => Promise<unknown>,
): Promise<Times> {
  const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const [index] of kinds.entries()) {
      const kind = kinds[(index + round) % kinds.length] as string
      const start = performance.now()
      await tryOnce(kind, round)
      if (round > 0) times.get(kind)?.push(performance.now() - start)
    }
  return times
}

/** Compares each other kind with this one, and whether chance alone explains the difference. */
export function comparedWith(
  times: Times,
  known: string,
): readonly { readonly kind: string; readonly chance: number; readonly isAlike: boolean }[] {
  const own = times.get(known) ?? []
  return [...times]
    .filter(([kind]) => kind !== known)
    .map(([kind, others]) => {
      const chance = dominance(own, others)
      return { kind, chance, isAlike: Math.abs(chance - 0.5) < straysWith(own.length) }
    })
}
