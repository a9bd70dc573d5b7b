/** Normalizes a distinguished name (RFC 4514) for comparison only; requests use the server's spelling. */
export function canonicalName(name: string): string {
  const parts = name.match(/(?:\\[0-9a-f]{2}|\\.|[^\\,;+=])+|[,;+=]/gis) ?? []
  return parts.map((part) => SEPARATORS[part] ?? encodeURIComponent(canonicalText(unescaped(part.trim())))).join('')
}

/** Characters that separate the parts of a name. An encoded part never contains any of them. */
const SEPARATORS: Readonly<Record<string, string>> = { ',': ',', ';': ',', '+': '+', '=': '=' }

/** Whether the text is a distinguished name rather than a plain group name. */
export const isDistinguishedName = (text: string): boolean => /^\s*(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)+)\s*=/i.test(text)

/** Normalizes a name the way directories compare names: in lowercase and with single spaces. */
export const canonicalText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** After a backslash, two hexadecimal digits are a byte; any other character is literal. */
function unescaped(part: string): string {
  const pieces = part.match(/\\[0-9a-f]{2}|\\.|[^\\]+/gis) ?? []
  const bytes = pieces.map((piece) =>
    /^\\[0-9a-f]{2}$/i.test(piece) ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece.replace(/^\\/, '')),
  )
  return Buffer.concat(bytes).toString('utf8')
}
