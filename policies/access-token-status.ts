/**
 * Whether an access token is active, beyond checking its signature and times. There are no revocation lists.
 * Instead, the token is checked against its family's record and the revocation versions of the client (`epoch`) and
 * the subject (`generation`). Disabling a client or signing a user out of all sessions therefore takes a single write.
 *
 * Spec      Bearer endpoints, POST /introspect; D-T4, D-T9, D-T10, D-S3
 * RFC       7009 s2.1, 7662 s2.2
 * Deny      invalid_token token_invalid (the reason is not disclosed to the caller)
 * Enforced  lib/domain/tokens/verify.ts, lib/domain/tokens/revoke.ts, lib/domain/tokens/advance-family.ts,
 *           lib/domain/tokens/refresh-state.ts
 * Tests     test/policies/access-token-status.test.ts, test/protocol/endpoints/introspection.test.ts
 */
import type { AccessTokenClaims } from './signing.ts'
import type { Family, TokenFamily } from './token-family.ts'

export interface CurrentState {
  /** The client's current state; undefined if the client was removed. */
  readonly client: { readonly active: boolean; readonly epoch: string } | undefined
  /** Current revocation versions; a family that was issued under different versions is revoked. */
  readonly subjectGeneration: number
  readonly clientGeneration: number
  /** Whether the browser session that the tokens came from has ended. */
  readonly sessionEnded: boolean
  /** Whether every token from the session is revoked, including offline access. */
  readonly sessionRevoked: boolean
}

/** `alive`, or why the token is not active. The reason is recorded in traces, but never shown to the caller. */
export type Liveness =
  | 'alive'
  | 'family-gone'
  | 'client-gone'
  | 'client-disabled'
  | 'client-revoked'
  | 'subject-revoked'
  | 'access-withdrawn'
  | 'session-revoked'

/** Revocation versions recorded when the family was issued. If any has changed since then, the family is revoked. */
export type Versions = Pick<Family, 'clientEpoch' | 'subjectGeneration' | 'clientGeneration'>

export function familyLiveness(family: Versions | undefined, now: CurrentState): Liveness {
  if (family === undefined) return 'family-gone'
  if (now.client === undefined) return 'client-gone'
  if (!now.client.active) return 'client-disabled'
  if (now.client.epoch !== family.clientEpoch) return 'client-revoked'
  if (now.subjectGeneration !== family.subjectGeneration) return 'subject-revoked'
  if (now.sessionRevoked) return 'session-revoked'
  return now.clientGeneration === family.clientGeneration ? 'alive' : 'access-withdrawn'
}

/** Compares the claims with the family's. A signature is not enough, as a host's signer can sign any claims (D-T17). */
export function isOfFamily(
  { sub, client_id, sid, scope }: Pick<AccessTokenClaims, 'sub' | 'client_id' | 'sid' | 'scope'>,
  family: Pick<Family, 'subject' | 'clientId' | 'sid' | 'scopes'>,
): boolean {
  const isGranted = scope.split(' ').every((name) => family.scopes.includes(name))
  return isGranted && sub === family.subject && client_id === family.clientId && sid === family.sid
}

export type AccessTokenLiveness = Liveness | 'not-redeemed' | 'token-revoked' | 'session-ended'

/** @param serial the access token's number within its family, as contained in the token's `jti` */
export function accessTokenLiveness(
  family: Family | undefined,
  serial: number,
  now: CurrentState,
): AccessTokenLiveness {
  const liveness = familyLiveness(family, now)
  if (family === undefined || liveness !== 'alive') return liveness
  if (family.phase === 'code') return 'not-redeemed'
  if (family.denied.some(([denied]) => denied === serial) || serial > family.serial) return 'token-revoked'
  return survivesSession(family, serial, now.sessionEnded) ? 'alive' : 'session-ended'
}

/** After the browser session ends, only tokens from a later refresh with `offline_access` stay active (D-S3). */
function survivesSession(family: TokenFamily, serial: number, sessionEnded: boolean): boolean {
  if (family.detachedAt !== undefined) return serial >= family.detachedAt
  return !sessionEnded
}
