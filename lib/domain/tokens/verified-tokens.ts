import type { AccessTokenClaims } from '../../../policies/signing.ts'

/** An access token with a valid signature of this service, active or not. */
export interface VerifiedAccessToken {
  readonly claims: AccessTokenClaims
  readonly kid: string
  readonly familyId: string
  readonly serial: number
}

/**
 * Cache of access tokens recently signed or verified by this node: verifying a signature costs more than the rest of an
 * introspection. Every use checks whether the key is still published, the times and the family.
 */
export type VerifiedTokens = ReturnType<typeof verifiedTokens>

/** Two bounded maps instead of an LRU list: an entry found again moves to the young one, the rest ages out. */
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
