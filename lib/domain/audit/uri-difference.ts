/** Part of a URI, and whether the other URI contains it too. */
export interface UriPart {
  readonly text: string
  readonly same: boolean
}

/** Where two URIs differ, character by character. */
export interface UriDifference {
  readonly sent: readonly UriPart[]
  readonly registered: readonly UriPart[]
  /** For a terminal: the two URIs, one above the other, with their differences marked. */
  readonly lines: readonly string[]
}

/** Finds the differences with the longest common subsequence, which best shows an extra slash or a different port. */
export function uriDifference(sent: string, registered: string): UriDifference {
  const a = [...sent.slice(0, 500)]
  const b = [...registered.slice(0, 500)]
  const length: number[][] = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = length[i] as number[]
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const inSent: boolean[] = Array<boolean>(a.length).fill(false)
  const inRegistered: boolean[] = Array<boolean>(b.length).fill(false)
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      inSent[i] = true
      inRegistered[j] = true
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  // Each character must take up exactly one column, so that the marks below line up.
  const shown = (characters: readonly string[]): string =>
    characters.map((character) => character.replace(/[\p{C}\p{Zl}\p{Zp}]/u, '\ufffd')).join('')
  const marks = (same: readonly boolean[]): string => same.map((is) => (is ? ' ' : '^')).join('')
  return {
    sent: parts(a, inSent),
    registered: parts(b, inRegistered),
    lines: [
      `sent        ${shown(a)}`,
      `            ${marks(inSent)}`.trimEnd(),
      `registered  ${shown(b)}`,
      `            ${marks(inRegistered)}`.trimEnd(),
    ],
  }
}

function parts(characters: readonly string[], same: readonly boolean[]): readonly UriPart[] {
  const list: { text: string; same: boolean }[] = []
  for (const [index, character] of characters.entries()) {
    const last = list.at(-1)
    if (last !== undefined && last.same === same[index]) last.text += character
    else list.push({ text: character, same: same[index] === true })
  }
  return list
}

/** The difference between two URIs, classified so that a sentence can describe it. */
export type DifferenceKind =
  /** One URI has extra characters, all in one place. */
  | { readonly kind: 'extra' | 'missing'; readonly text: string; readonly place: 'end' | 'inside' }
  | { readonly kind: 'case' }
  | { readonly kind: 'several' }

export function differenceKind({ sent, registered }: Pick<UriDifference, 'sent' | 'registered'>): DifferenceKind {
  const textOf = (list: readonly UriPart[]): string => list.map(({ text }) => text).join('')
  const [extra, missing] = [sent, registered].map((list) => list.filter(({ same }) => !same))
  if (extra === undefined || missing === undefined) return { kind: 'several' }
  if (textOf(sent).toLowerCase() === textOf(registered).toLowerCase()) return { kind: 'case' }
  if (extra.length + missing.length !== 1) return { kind: 'several' }
  const [list, kind] = extra.length === 1 ? ([sent, 'extra'] as const) : ([registered, 'missing'] as const)
  const part = list.find(({ same }) => !same)
  return { kind, text: part?.text ?? '', place: list.at(-1) === part ? 'end' : 'inside' }
}
