import { CompactEncrypt, type CompactJWEHeaderParameters, compactDecrypt, decodeProtectedHeader, errors } from 'jose'
import { deriveKeys, deriveText } from './derived-keys.ts'
import { digestOf } from './digest.ts'

/** What a sealed value is for: one that was sealed for one purpose cannot be opened for another. */
export type SealPurpose =
  | 'signing-keys'
  | 'external-keys'
  | 'authenticator'
  | 'started-sign-in'
  | 'known-browser'
  | 'app-session'
  | 'link-intent'

/** Encrypts what must come back in clear, under the root secret: compact JWE, `dir` with A256GCM (RFC 7516). */
export type Seal = ReturnType<typeof seal>

/** A stored value was sealed under a root secret that is not among the configured ones, or was tampered with. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
  /** @param secretId of the root secret that it says it was sealed under, where that is not known here */
  constructor(
    message: string,
    readonly secretId?: string,
  ) {
    super(message)
  }
}

/** The JSON in a sealed value; undefined for a value that was not sealed here for this purpose. */
export async function openJson<Value>(
  sealer: Pick<Seal, 'open'>,
  ...sealed: Parameters<Seal['open']>
): Promise<Value | undefined> {
  try {
    return JSON.parse((await sealer.open(...sealed)).toString()) as Value
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
const ID_LENGTH = 11

/** Names a root secret in what was sealed with it, and says nothing about it. */
export const secretId = (secret: string): string => deriveText(secret, 'secret-id').slice(0, ID_LENGTH)

/** The id of the root secret that a value was sealed under, as it says itself; undefined where it is damaged. */
export function sealedUnder(sealed: string): string | undefined {
  try {
    return decodeProtectedHeader(sealed).kid
  } catch {
    return undefined
  }
}

const notDecrypted = (secretId: string): DecryptionError =>
  new DecryptionError('a sealed value in the store cannot be opened with any of the root secrets', secretId)

/** @param secrets root secrets, newest first: the first seals, all of them open */
export function seal(secrets: readonly [string, ...string[]]) {
  const keys = new Map(deriveKeys(secrets, 'seal').map((key, index) => [secretId(secrets[index] as string), key]))
  const [[newest, key]] = [...keys] as [[string, Buffer]]
  const header = (purpose: SealPurpose, about: string | undefined): object => ({
    purpose,
    ...(about === undefined ? {} : { about: digestOf(about, 12) }),
  })
  return {
    /** @param about what the value belongs to (a subject, a session): it can be opened for that alone */
    seal(plain: string | Uint8Array, purpose: SealPurpose, about?: string): Promise<string> {
      return new CompactEncrypt(typeof plain === 'string' ? Buffer.from(plain) : plain)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest, ...header(purpose, about) })
        .encrypt(key)
    },
    /** @throws DecryptionError */
    async open(sealed: string, purpose: SealPurpose, about?: string): Promise<Buffer> {
      const wanted = header(purpose, about)
      const keyOf = ({ kid = '', ...sent }: CompactJWEHeaderParameters): Buffer => {
        const found = keys.get(kid)
        if (found === undefined) throw notDecrypted(kid)
        for (const [name, value] of Object.entries(wanted))
          if (sent[name] !== value) throw new DecryptionError('a sealed value in the store is not in its place')
        return found
      }
      try {
        return Buffer.from((await compactDecrypt(sealed, keyOf, ALGORITHMS)).plaintext)
      } catch (error) {
        if (error instanceof errors.JOSEError)
          throw new DecryptionError('a sealed value in the store was tampered with')
        throw error
      }
    },
  }
}
