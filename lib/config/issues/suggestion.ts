/** Finds the known word that is most similar to an unknown one, for "did you mean" messages. */

/** The most similar known word; undefined if none is similar enough. Ignores case, hyphens, and underscores. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const bare = bareWord(word)
  const reach = Math.max(1, Math.floor(bare.length / 3))
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(bare, bareWord(candidate)) }))
    .filter(({ distance }) => distance <= reach)
    .sort((left, right) => left.distance - right.distance)
  return ranked[0]?.candidate
}

function bareWord(word: string): string {
  return word
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Number of insertions, deletions, substitutions, and swaps of adjacent characters between two words. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[line - 1] === to[column - 1]
      const swapped = line > 1 && column > 1 && from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1]
      next[column] = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
