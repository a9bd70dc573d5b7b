import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  CODE_DIGITS,
  CODE_STEP_SECONDS,
  type CodeDecision,
  decideCode,
  readCode,
  stepsAt,
} from '../../../../policies/authenticator-code.ts'

/** The code for one time step (RFC 6238 s4, RFC 4226 s5.3). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** Computes and compares the code for every valid step. */
export function checkCode(secret: Uint8Array, typed: string, lastStep: number, seconds: number): CodeDecision {
  const code = readCode(typed)
  if (code === undefined) return { outcome: 'wrong' }
  const sent = Buffer.from(code)
  return decideCode(
    stepsAt(seconds).filter((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), sent)),
    lastStep,
  )
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648 s6), the encoding that authenticator apps accept for secrets. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Content of the QR code: the key URI that authenticator apps read. */
export function keyUri(secret: Uint8Array, issuer: string, account: string): string {
  // A colon separates issuer and account in the label, so replace any colons within them.
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':')
  const form = `algorithm=SHA1&digits=${CODE_DIGITS}&period=${CODE_STEP_SECONDS}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&${form}`
}
