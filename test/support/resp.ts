/** The part of Redis's protocol that a proxy needs: the end of a message. */

/** The length in bytes of the message that begins there; undefined if it is incomplete. */
export function messageLength(bytes: Buffer, from = 0): number | undefined {
  const line = bytes.indexOf('\r\n', from)
  if (line < 0) return undefined
  const count = Number(bytes.toString('latin1', from + 1, line))
  const head = line + 2 - from
  switch (String.fromCharCode(bytes[from] as number)) {
    case '$':
    case '=':
      return count < 0 ? head : whole(bytes, from, head + count + 2)
    case '*':
    case '~':
    case '>':
      return parts(bytes, from, head, count)
    case '%':
      return parts(bytes, from, head, 2 * count)
    default:
      return head
  }
}

function parts(bytes: Buffer, from: number, head: number, count: number): number | undefined {
  let length = head
  for (let part = 0; part < count; part += 1) {
    const next = messageLength(bytes, from + length)
    if (next === undefined) return undefined
    length += next
  }
  return length
}

function whole(bytes: Buffer, from: number, length: number): number | undefined {
  return from + length <= bytes.length ? length : undefined
}
