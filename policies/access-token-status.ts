/**
 * When an access token is alive, beyond its signature and times. There are no lists: the family's record, the client's
 * epoch and the subject's generation decide, so revoking a client or signing a person out everywhere is one write.
 *
 * Spec      Access token; Authentication rule 6; decisions T4, T9, T10, S3
 * RFC       7009 s2.1, 7662 s2.2
 * Deny      invalid_token token_invalid (the caller is not told why)
 * Enforced  lib/domain/tokens/verify.ts, lib/domain/tokens/redeem.ts, lib/domain/tokens/refresh.ts, lib/protocol/endpoints/introspection.ts
 * Tests     test/policies/access-token-status.test.ts, test/protocol/endpoints/introspection.test.ts
 */
import type { Family, TokenFamily } from './token-family.ts'

export interface Surroundings {
  /** The client as it is now; undefined when it is gone. */
  readonly client: { readonly active: boolean; readonly epoch: string } | undefined
  readonly subjectGeneration: number
  readonly clientGeneration: number
  /** The browser session of the family has ended. */
  readonly sessionEnded: boolean
}

/** alive, or the word for why not (for traces, never for the caller). */
export type Liveness =
  | 'alive'
  | 'family-gone'
  | 'client-gone'
  | 'client-disabled'
  | 'client-revoked'
  | 'subject-revoked'
  | 'access-withdrawn'

/** Whether the family as a whole lives. */
export function familyLiveness(family: Family | undefined, now: Surroundings): Liveness {
  if (family === undefined) return 'family-gone'
  if (now.client === undefined) return 'client-gone'
  if (!now.client.active) return 'client-disabled'
  if (now.client.epoch !== family.clientEpoch) return 'client-revoked'
  if (now.subjectGeneration !== family.subjectGeneration) return 'subject-revoked'
  return now.clientGeneration === family.clientGeneration ? 'alive' : 'access-withdrawn'
}

export type AccessTokenLiveness = Liveness | 'not-redeemed' | 'token-revoked' | 'session-ended'

/** @param serial the number of the access token in its family, from its `jti` */
export function accessTokenLiveness(
  family: Family | undefined,
  serial: number,
  now: Surroundings,
): AccessTokenLiveness {
  const liveness = familyLiveness(family, now)
  if (family === undefined || liveness !== 'alive') return liveness
  if (family.phase === 'code') return 'not-redeemed'
  if (family.denied.some(([denied]) => denied === serial) || serial > family.serial) return 'token-revoked'
  return survivesSession(family, serial, now.sessionEnded) ? 'alive' : 'session-ended'
}

/** After the end of the browser session only what an offline family refreshed later is alive (S3). */
function survivesSession(family: TokenFamily, serial: number, sessionEnded: boolean): boolean {
  if (family.detachedAt !== undefined) return serial >= family.detachedAt
  return !sessionEnded
}
