import { deriveKeys, type SecretPurpose } from '../domain/keys/derived-keys.ts'
import { externalKeyRing } from '../domain/keys/external-signer.ts'
import { storedKeyRing } from '../domain/keys/key-ring.ts'
import { keyTimes } from '../domain/keys/key-timing.ts'
import { seal } from '../domain/keys/seal.ts'
import { secretRegistry } from '../domain/keys/secret-registry.ts'
import { sharedSeal } from '../domain/keys/shared-seal.ts'
import type { Resolved } from './resolve-options.ts'

/** All that signs or seals. */
export type Signing = ReturnType<typeof composeSigning>

export function composeSigning({ configuration, secrets, signer, storage, now, logger }: Resolved) {
  /** Keys of a purpose, one of each root secret, that of the newest first. */
  const derive = (purpose: SecretPurpose) => deriveKeys(secrets, purpose)
  const ownSealer = seal(secrets)
  const rootSecrets = secretRegistry(storage.documents, secrets, now, logger)
  const times = keyTimes(configuration.keys, configuration.lifetimes)
  return {
    keys:
      signer === undefined
        ? storedKeyRing(storage.documents, ownSealer, times, now)
        : externalKeyRing(signer, { ...storage, sealer: ownSealer, rememberFor: times.rememberFor, now }),
    /** Milliseconds between two looks at the keys. */
    keyRefreshMs: times.refreshMs,
    /** Seconds after which the next key signs. */
    rotateAfter: times.rotateAfter,
    /** False when the signing key is kept elsewhere. */
    rotatableKeys: signer === undefined,
    /** Encrypts what must come back in clear, on whatever node. */
    sealer: sharedSeal(ownSealer, rootSecrets),
    /** The same for what may as well be lost: what another node's secret sealed is no reason to wait for that node. */
    ownSealer,
    /** Which root secrets the running nodes have. */
    rootSecrets,
    derive,
  }
}
