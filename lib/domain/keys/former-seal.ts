import { createDecipheriv } from 'node:crypto'

/**
 * Opens what version 0.1.0 sealed: nonce, ciphertext and tag of AES-256-GCM in base64url. It is sealed in the present form when it is
 * written next.
 * @param about authenticated with it, as text
 */
export function openFormer(keys: readonly Buffer[], sealed: string, about: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    } catch {
      /* sealed under another root secret: the next is tried */
    }
  }
  return undefined
}
