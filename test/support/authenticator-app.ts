/** An authenticator app, written from RFC 6238 and RFC 4648 without Portico's code. */
import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function secretOf(key: string): Buffer {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const letter of key.replaceAll(' ', '')) {
    value = (value << 5) | LETTERS.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

/** The code at a moment, in milliseconds since the epoch. */
export function codeOf(key: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(at / 30_000), 4)
  const mac = createHmac('sha1', secretOf(key)).update(counter).digest()
  const offset = (mac[19] as number) % 16
  return String((mac.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0')
}
