/**
 * Converts ECDSA signatures over P-256 between JOSE (r and s, 32 bytes each, RFC 7518 s3.4) and DER (RFC 3279 s2.2.3).
 * Given a key without options, Node uses DER. Requesting the JOSE format doubles the cost of signing, because Node
 * tests twice whether the options are a key, each time by throwing and catching an error.
 */
const NUMBER_BYTES = 32
const SEQUENCE = 0x30
const INTEGER = 0x02

/** @param der a signature from OpenSSL, in which each length is a single byte and numbers are as short as possible */
export function joseSignature(der: Uint8Array): Buffer {
  const jose = Buffer.alloc(2 * NUMBER_BYTES)
  let at = 2
  for (const end of [NUMBER_BYTES, 2 * NUMBER_BYTES]) {
    const from = at + 2
    at = from + (der[at + 1] as number)
    // A leading zero byte keeps the number positive.
    const first = der[from] === 0 ? from + 1 : from
    jose.set(der.subarray(first, at), end - (at - first))
  }
  return jose
}

/** @param jose a 64-byte signature */
export function derSignature(jose: Uint8Array): Buffer {
  const parts = [...derNumber(jose.subarray(0, NUMBER_BYTES)), ...derNumber(jose.subarray(NUMBER_BYTES))]
  return Buffer.from([SEQUENCE, parts.length, ...parts])
}

function derNumber(bytes: Uint8Array): readonly number[] {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first === -1 ? [0] : bytes.subarray(first)
  const sign = (digits[0] as number) >= 0x80 ? [0] : []
  return [INTEGER, sign.length + digits.length, ...sign, ...digits]
}
