/**
 * A family: all tokens that come from one authorization code (D-T4). One record is authoritative for the code, the one
 * valid refresh token, and every access token. The pure functions below are its transitions. The store writes their
 * results with compare-and-replace, so each transition happens once or not at all.
 *
 * Spec      POST /token; D-T3, D-T4, D-S3
 * RFC       6749 s10.5, 9700 s4.14.2
 * Deny      none; see authorization-code.ts, refresh-rotation.ts, access-token-status.ts
 * Enforced  lib/domain/tokens/redeem.ts, lib/domain/tokens/refresh.ts, lib/domain/tokens/revoke.ts
 * Tests     test/policies/token-family.test.ts, test/proof/interleavings.test.ts
 */
import type { Scope } from './scopes.ts'

interface FamilyCore {
  readonly clientId: string
  readonly subject: string
  readonly sid: string
  readonly scopes: readonly Scope[]
  /** Revocation versions of the client and the subject at creation; if either has changed, the family is revoked. */
  readonly clientEpoch: string
  readonly subjectGeneration: number
  /** Revocation version of the client's access to this subject; it increases when the user withdraws the access. */
  readonly clientGeneration: number
  /** `auth_time`, seconds since the epoch. */
  readonly signedInAt: number
  readonly acr: string
  readonly amr: readonly string[]
  readonly codeHash: string
  /** The access rule and role version at the last check, if the client has a rule; absent if never checked. */
  readonly accessBasis?: string
  /** Latest time at which the family ends, in seconds since the epoch; set if the user is federated (D-A5). */
  readonly endsAt?: number
}

/** Created by an authorization request, before the code is exchanged. */
export interface CodeFamily extends FamilyCore {
  readonly phase: 'code'
  readonly nonce: string
  readonly redirectUri: string
  readonly codeChallenge: string
}

/** A family after the code exchange. */
export interface TokenFamily extends FamilyCore {
  readonly phase: 'tokens'
  /**
   * Random for each exchange, so no two exchanges of the same code write the same record. If a store finds the new
   * record already in place, it assumes that the command was repeated and reports success. Without the random value,
   * two exchanges could both succeed.
   */
  readonly stamp: string
  /** Hash of the valid refresh token; absent without offline_access. */
  readonly refreshHash?: string
  /** When the family was last used, in seconds since the epoch. */
  readonly usedAt: number
  /** Number of the newest access token; the first is 1. */
  readonly serial: number
  /** Set if the browser session has ended: access tokens with a lower number are revoked (D-S3). */
  readonly detachedAt?: number
  /** Individually revoked access tokens, each as its number and `exp`. */
  readonly denied: readonly (readonly [serial: number, exp: number])[]
}

export type Family = CodeFamily | TokenFamily

export function redeemed(family: CodeFamily, refreshHash: string | undefined, now: number, stamp: string): TokenFamily {
  const { nonce: _nonce, redirectUri: _uri, codeChallenge: _challenge, ...core } = family
  return {
    ...core,
    phase: 'tokens',
    stamp,
    usedAt: now,
    serial: 1,
    denied: [],
    ...(refreshHash === undefined ? {} : { refreshHash }),
  }
}

export function rotated(family: TokenFamily, refreshHash: string, now: number): TokenFamily {
  return {
    ...family,
    refreshHash,
    usedAt: now,
    serial: family.serial + 1,
    denied: family.denied.filter(([, exp]) => exp > now),
  }
}

/** Applied when the session ends but offline access remains. Only the newest and later access tokens stay active. */
export function detached(family: TokenFamily): TokenFamily {
  return family.detachedAt === undefined ? { ...family, detachedAt: family.serial } : family
}

export function accessTokenDenied(family: TokenFamily, serial: number, exp: number, now: number): TokenFamily {
  const denied = family.denied.filter(([other, until]) => until > now && other !== serial)
  return { ...family, denied: [...denied, [serial, exp]] }
}
