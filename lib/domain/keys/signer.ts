import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Signs values that Portico reads back, including cookies. Replaces Koa's own signer, which uses SHA-1 and takes as
 * long to compare signatures as Portico takes to sign a token. Koa's cookie code calls `index` and `sign`.
 */
export type Signer = ReturnType<typeof signer>

/** @param secrets the secrets, newest first */
export function signer(secrets: readonly (string | Buffer)[]) {
  const [newest, ...older] = secrets.map((secret) => createSecretKey(Buffer.from(secret)))
  if (newest === undefined) throw new Error('nothing can be signed without a secret')
  const keys = [newest, ...older]
  const signatureOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    sign: (text: string): string => signatureOf(newest, text).toString('base64url'),
    /** The index of the key that made the signature; -1 if none did. Cookies signed with an older key are re-signed. */
    index(text: string, signature: string): number {
      const sent = Buffer.from(signature, 'base64url')
      return keys.findIndex((key) => {
        const own = signatureOf(key, text)
        return own.length === sent.length && timingSafeEqual(own, sent)
      })
    },
  }
}
