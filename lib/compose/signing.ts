import { deriveKeys, type SecretPurpose } from '../domain/keys/derived-keys.ts'
import { externalKeyRing } from '../domain/keys/external-signer.ts'
import { type Seal, seal } from '../domain/keys/key-document.ts'
import { type KeyRing, storedKeyRing } from '../domain/keys/key-ring.ts'
import { keyTimes } from '../domain/keys/key-timing.ts'
import type { Settled } from './settle.ts'

/** All that signs or seals. */
export interface Signing {
  readonly keys: KeyRing
  /** Milliseconds between two looks at the keys. */
  readonly keyRefreshMs: number
  /** False when the signing key is kept elsewhere. */
  readonly rotatableKeys: boolean
  /** Encrypts what must come back in clear. */
  readonly sealer: Seal
  /** Keys of a purpose, one of each root secret, that of the newest first. */
  readonly derive: (purpose: SecretPurpose) => [Buffer, ...Buffer[]]
}

export function composeSigning({ configuration, secrets, signer, storage, now }: Settled): Signing {
  const derive = (purpose: SecretPurpose) => deriveKeys(secrets, purpose)
  const sealer = seal(derive('store-encryption'))
  const times = keyTimes(configuration.keys, configuration.lifetimes)
  return {
    keys: signer === undefined ? storedKeyRing(storage.documents, sealer, times, now) : externalKeyRing(signer),
    keyRefreshMs: times.refreshMs,
    rotatableKeys: signer === undefined,
    sealer,
    derive,
  }
}
