/** Normalizes a distinguished name (RFC 4514) for comparison only; requests use the server's spelling. */
export function canonicalName(name: string): string {
  const parts = name.match(/(?:\\[0-9a-f]{2}|\\.|[^\\,;+=])+|[,;+=]/gis) ?? []
  return parts.map((part) => SEPARATORS[part] ?? encodeURIComponent(canonicalText(unescaped(part.trim())))).join('')
}

/** Encoded parts contain none of them. */
const SEPARATORS: Readonly<Record<string, string>> = { ',': ',', ';': ',', '+': '+', '=': '=' }

/** Whether a text is a distinguished name and not a plain group name. */
export const isDistinguishedName = (text: string): boolean => /^\s*(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)+)\s*=/i.test(text)

/** A name as directories compare it: without case, and with single spaces. */
export const canonicalText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Two hexadecimal digits are a byte; any other character after a backslash is literal. */
function unescaped(part: string): string {
  const pieces = part.match(/\\[0-9a-f]{2}|\\.|[^\\]+/gis) ?? []
  const bytes = pieces.map((piece) =>
    /^\\[0-9a-f]{2}$/i.test(piece) ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece.replace(/^\\/, '')),
  )
  return Buffer.concat(bytes).toString('utf8')
}
