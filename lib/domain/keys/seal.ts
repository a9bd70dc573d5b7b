import { CompactEncrypt, type CompactJWEHeaderParameters, compactDecrypt, decodeProtectedHeader, errors } from 'jose'
import { deriveKeys, deriveText } from './derived-keys.ts'
import { digestOf } from './digest.ts'

/** What a sealed value is for. A value sealed for one purpose cannot be opened for another. */
export type SealPurpose =
  | 'signing-keys'
  | 'external-keys'
  | 'receipt-keys'
  | 'authenticator'
  | 'started-sign-in'
  | 'known-browser'
  | 'app-session'
  | 'link-intent'
  | 'shown-again'

/** Encrypts values under the root secret so they can be decrypted later: compact JWE, `dir` with A256GCM (RFC 7516). */
export type Seal = ReturnType<typeof seal>

/** A stored value was sealed under a root secret that is not configured, or it was tampered with. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
  /** @param secretId the root secret ID from the value's header, if this node does not have that secret */
  constructor(
    message: string,
    readonly secretId?: string,
  ) {
    super(message)
  }
}

/** The JSON in a sealed value; undefined if the value was not sealed by this deployment for this purpose. */
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

/** Identifies a root secret in sealed values without revealing anything about the secret. */
export const secretId = (secret: string): string => deriveText(secret, 'secret-id').slice(0, ID_LENGTH)

/** The root secret ID from the value's unverified header; undefined if the value is damaged. */
export function sealedUnder(sealed: string): string | undefined {
  try {
    return decodeProtectedHeader(sealed).kid
  } catch {
    return undefined
  }
}

const notDecrypted = (secretId: string): DecryptionError =>
  new DecryptionError('a sealed value in the store cannot be opened with any of the root secrets', secretId)

/** @param secrets root secrets, newest first; the first one seals values, and any of them can open values */
export function seal(secrets: readonly [string, ...string[]]) {
  const keys = new Map(deriveKeys(secrets, 'seal').map((key, index) => [secretId(secrets[index] as string), key]))
  const [[newest, key]] = [...keys] as [[string, Buffer]]
  const header = (purpose: SealPurpose, about: string | undefined): object => ({
    purpose,
    ...(about === undefined ? {} : { about: digestOf(about, 12) }),
  })
  return {
    /** @param about the value's owner (a subject or a session); the value can be opened only for the same owner */
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
