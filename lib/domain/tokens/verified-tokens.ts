import type { AccessTokenClaims } from '../../../policies/signing.ts'

/** An access token of ours whose signature is right; whether it is alive is another question. */
export interface GenuineAccessToken {
  readonly claims: AccessTokenClaims
  readonly kid: string
  readonly familyId: string
  readonly serial: number
}

/**
 * The access tokens that this node has signed or verified lately: a signature does not change, and verifying one costs
 * more than all the rest of an introspection. Whether the key is still published, the times and the family are judged
 * anew each time.
 */
export interface GenuineTokens {
  find(token: string): GenuineAccessToken | undefined
  keep(token: string, genuine: GenuineAccessToken): void
}

/** Two generations, so that what is asked for again stays while others come and go. */
export function genuineTokens(perGeneration = 4_000): GenuineTokens {
  let young = new Map<string, GenuineAccessToken>()
  let old: typeof young = new Map()
  const keep: GenuineTokens['keep'] = (token, genuine) => {
    if (young.size >= perGeneration) {
      old = young
      young = new Map()
    }
    young.set(token, genuine)
  }
  return {
    keep,
    find(token) {
      const found = young.get(token)
      if (found !== undefined) return found
      const older = old.get(token)
      if (older !== undefined) keep(token, older)
      return older
    },
  }
}
