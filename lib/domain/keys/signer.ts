import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Signs what the service will read again, cookies among it: Koa's own signer uses SHA-1 and, to compare two signatures, hashes both
 * under a new random key, which takes as long as signing a token. `index` and `sign` are the methods that Koa's cookies call.
 */
export type Signer = ReturnType<typeof signer>

/** @param secrets newest first */
export function signer(secrets: readonly (string | Buffer)[]) {
  const [newest, ...older] = secrets.map((secret) => createSecretKey(Buffer.from(secret)))
  if (newest === undefined) throw new Error('nothing can be signed without a secret')
  const keys = [newest, ...older]
  return {
    sign: (text: string): string => signatureOf(newest, text).toString('base64url'),
    /** The index of the key that made the signature; -1 when none did. A cookie of an older key is signed again. */
    index(text: string, signature: string): number {
      const sent = Buffer.from(signature, 'base64url')
      return keys.findIndex((key) => {
        const own = signatureOf(key, text)
        return own.length === sent.length && timingSafeEqual(own, sent)
      })
    },
  }
}

function signatureOf(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
