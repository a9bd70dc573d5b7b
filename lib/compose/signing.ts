import { deriveKeys, type SecretPurpose } from '../domain/keys/derived-keys.ts'
import { externalKeyRing } from '../domain/keys/external-signer.ts'
import { storedKeyRing } from '../domain/keys/key-ring.ts'
import { keyTimes } from '../domain/keys/key-timing.ts'
import { seal } from '../domain/keys/seal.ts'
import { secretRegistry } from '../domain/keys/secret-registry.ts'
import { sharedSeal } from '../domain/keys/shared-seal.ts'
import type { Resolved } from './resolve-options.ts'

/** Services that sign and encrypt data. */
export type Signing = ReturnType<typeof composeSigning>

export function composeSigning({ configuration, secrets, signer, storage, now, logger }: Resolved) {
  /** Derives one key for this purpose from each root secret, newest first. */
  const derive = (purpose: SecretPurpose) => deriveKeys(secrets, purpose)
  const ownSealer = seal(secrets)
  const rootSecrets = secretRegistry(storage.documents, secrets, now, logger)
  const times = keyTimes(configuration.keys, configuration.lifetimes)
  return {
    keys:
      signer === undefined
        ? storedKeyRing(storage.documents, ownSealer, times, now)
        : externalKeyRing(signer, { ...storage, sealer: ownSealer, rememberFor: times.rememberFor, now }),
    /** Interval between key refreshes, in milliseconds. */
    keyRefreshMs: times.refreshMs,
    /** Seconds until the next key starts signing. */
    rotateAfter: times.rotateAfter,
    /** Encrypts data that any node must be able to decrypt. */
    sealer: sharedSeal(ownSealer, rootSecrets),
    /** Encrypts data whose loss is harmless. Does not wait for nodes that have a different root secret. */
    ownSealer,
    /** Root secrets of the running nodes. */
    rootSecrets,
    derive,
  }
}
