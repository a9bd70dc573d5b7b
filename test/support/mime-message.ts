/** Parses our own messages (RFC 5322, RFC 2045, RFC 2047), as a mail program would. */

export interface ParsedMessage {
  /** Lower-case names, unfolded and decoded values, in the order of the message. */
  readonly headerLines: readonly (readonly [name: string, value: string])[]
  /** The first value of each name. */
  readonly headers: Readonly<Record<string, string>>
  /** Parts of multipart/alternative, with line feeds as line ends; empty if absent. */
  readonly text: string
  readonly html: string
  /** As received. */
  readonly raw: string
}

interface Entity {
  readonly lines: ParsedMessage['headerLines']
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function parseMessage(raw: string): ParsedMessage {
  const { lines, headers, body } = entityOf(raw)
  const [, boundary] = /boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '') ?? []
  const parts = boundary === undefined ? [{ lines, headers, body }] : partsOf(body, boundary).map(entityOf)
  const partOf = (type: string): string => {
    const found = parts.find((part) => part.headers['content-type']?.startsWith(type))
    return found === undefined ? '' : contentOf(found)
  }
  return { headerLines: lines, headers, text: partOf('text/plain'), html: partOf('text/html'), raw }
}

function entityOf(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n')
  const head = end === -1 ? raw : raw.slice(0, end)
  const lines = head
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())] as const
    })
  return { lines, headers: Object.fromEntries(lines.toReversed()), body: end === -1 ? '' : raw.slice(end + 4) }
}

function partsOf(body: string, boundary: string): readonly string[] {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return parts.filter((part) => !part.startsWith('--')).map((part) => part.replace(/^\r\n/, ''))
}

function contentOf({ headers, body }: Entity): string {
  const encoding = headers['content-transfer-encoding'] ?? '7bit'
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquoted(body.replaceAll(/=\r\n/g, ''))
        : Buffer.from(body)
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

/** Space between two encoded words is not part of the text (RFC 2047 s6.2). */
function decodedWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, content: string) =>
      (encoding.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64')
        : unquoted(content.replaceAll('_', ' '))
      ).toString('utf8'),
    )
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
