/**
 * One spelling of a distinguished name (RFC 4514): without the case of letters and the spaces that mean nothing, and with one way
 * of escaping. It is for comparison alone; what a server is asked has the spelling that the server gave.
 */
export function canonicalName(name: string): string {
  const parts = name.match(/\\[0-9a-f]{2}|\\.|[^\\]/gis) ?? []
  const signs = parts.map((part) => (part.length === 1 && ',;+='.includes(part) ? SEPARATORS[part] : part)).join('')
  return signs
    .split(/([\u0001-\u0003])/)
    .map((piece) => canonicalPiece(piece))
    .join('')
}

/** Signs that separate become others that no name has, so that escaped ones stand for themselves afterwards. */
const SEPARATORS: Readonly<Record<string, string>> = { ',': '\u0001', ';': '\u0001', '+': '\u0002', '=': '\u0003' }

/** Whether a text is a distinguished name, and no other name of a group. */
export const isDistinguishedName = (text: string): boolean => /^\s*(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)+)\s*=/i.test(text)

/** A name as directories compare it: without case, and with single spaces. */
export const canonicalText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

function canonicalPiece(piece: string): string {
  const bytes = piece.trim().match(/\\[0-9a-f]{2}|\\.|[^\\]+/gis) ?? []
  const unescaped = bytes.map((part) =>
    /^\\[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part.replace(/^\\(?=.)/s, '')),
  )
  return canonicalText(Buffer.concat(unescaped).toString('utf8'))
}
