/**
 * Messages as the package has them: patterns that were parsed and checked in the build, as one string each. `{name}` is
 * a value, `{#name}` a number, and `{%name¦form text¦form text}` the forms of a plural, with `?` those of a selection.
 */
import type { Forms, Piece } from './tree.ts'

const SIGNS = { value: '', number: '#', plural: '%', select: '?' } as const

/** @throws Error if a text contains one of the three characters that separate its parts */
export const packed = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece !== 'string')
        return `{${SIGNS[piece.kind]}${piece.name}${'forms' in piece ? forms(piece.forms) : ''}}`
      if (/[{¦}]/.test(piece)) throw new Error(`a text must not contain {, } or ¦: ${piece}`)
      return piece
    })
    .join('')

const forms = (all: Forms): string =>
  Object.entries(all)
    .map(([form, pieces]) => `¦${form} ${packed(pieces)}`)
    .join('')

/** The text itself if it has no parameters, otherwise its pieces. */
export function unpacked(text: string): string | readonly Piece[] {
  const tokens = text.split(/([{¦}])/)
  if (tokens.length === 1) return text
  let at = 0
  const readPieces = (): readonly Piece[] => {
    const found: Piece[] = []
    for (let token = tokens[at]; token !== undefined && token !== '¦' && token !== '}'; token = tokens[at]) {
      at += 1
      if (token === '{') found.push(readPiece())
      else if (token !== '') found.push(token)
    }
    return found
  }
  const readPiece = (): Piece => {
    const [, sign, name = ''] = /^([#%?]?)(.*)$/s.exec(tokens[at] ?? '') ?? []
    at += 1
    const found: Record<string, readonly Piece[]> = {}
    while (tokens[at] === '¦') {
      const [, form = '', start = ''] = /^(\S+) (.*)$/s.exec(tokens[at + 1] ?? '') ?? []
      at += 2
      found[form] = [...(start === '' ? [] : [start]), ...readPieces()]
    }
    at += 1
    if (sign === '%' || sign === '?') return { kind: sign === '%' ? 'plural' : 'select', name, forms: found }
    return { kind: sign === '#' ? 'number' : 'value', name }
  }
  return readPieces()
}
