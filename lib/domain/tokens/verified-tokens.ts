import type { AccessTokenClaims } from '../../../policies/signing.ts'

/** An access token with a valid signature from this service, whether or not it is active. */
export interface VerifiedAccessToken {
  readonly claims: AccessTokenClaims
  readonly kid: string
  readonly familyId: string
  readonly serial: number
}

/**
 * Caches access tokens recently signed or verified by this node, because verifying a signature costs more than the rest
 * of an introspection. Every use still checks the validity period, the family, and whether the key is still published.
 */
export type VerifiedTokens = ReturnType<typeof verifiedTokens>

/** Uses two bounded maps instead of an LRU list. Entries used again move to the newer map; all others are dropped. */
export function verifiedTokens(entriesPerMap = 4_000) {
  let young = new Map<string, VerifiedAccessToken>()
  let old: typeof young = new Map()
  const keep = (token: string, verified: VerifiedAccessToken): void => {
    if (young.size >= entriesPerMap) {
      old = young
      young = new Map()
    }
    young.set(token, verified)
  }
  return {
    keep,
    find(token: string): VerifiedAccessToken | undefined {
      const found = young.get(token)
      if (found !== undefined) return found
      const older = old.get(token)
      if (older !== undefined) keep(token, older)
      return older
    },
  }
}
