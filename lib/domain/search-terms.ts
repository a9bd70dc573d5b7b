/** Without accents, case, and Unicode forms, so that `zoe` finds `Zoë` however either is encoded. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Matches texts that contain every word of the search, in any order. An empty search matches everything. */
export function matcherOf(search: string): (texts: readonly string[]) => boolean {
  const words = folded(search)
    .split(/[\s\p{Cf}]+/u)
    .filter((word) => word !== '')
  return (texts) => {
    if (words.length === 0) return true
    const text = folded(texts.join('\n'))
    return words.every((word) => text.includes(word))
  }
}
