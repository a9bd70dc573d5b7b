/**
 * Refresh tokens are rotated on every use; a replay revokes the whole family.
 *
 * Spec      POST /token; D-T3, D-T4, D-T6, D-T7, D-T8
 * RFC       9700 s4.14.2: the server cannot distinguish the attacker from the client, so both lose access
 * Deny      invalid_grant refresh_token_replayed, session_expired, tokens_revoked, invalid_grant; invalid_scope
 *           scope_denied
 * Enforced  lib/domain/tokens/refresh.ts
 * Tests     test/policies/refresh-rotation.test.ts, test/protocol/endpoints/token-refresh.test.ts
 */

import { type Lifetimes, refreshAge } from './lifetimes.ts'
import { decideRefreshScopes, type Scope } from './scopes.ts'
import type { Family, TokenFamily } from './token-family.ts'
import { type Deny, deny } from './verdict.ts'

export interface SentRefreshToken {
  readonly refreshHash: string
  /** When the token expires, in seconds since the epoch. Read from the token after its tag was verified. */
  readonly endsAt: number
  readonly scope: string | undefined
}

export type RefreshDecision =
  | { readonly do: 'rotate'; readonly family: TokenFamily; readonly scopes: readonly Scope[] }
  | { readonly do: 'revoke-family' | 'deny'; readonly deny: Deny }

const refuse = (denial: Deny): RefreshDecision => ({ do: 'deny', deny: denial })

/** @param family the stored family of a token with a valid tag; undefined if expired or, before `endsAt`, revoked */
export function decideRefresh(
  family: Family | undefined,
  sent: SentRefreshToken,
  client: { readonly id: string; readonly scopes: readonly string[] },
  now: number,
  lifetimes: Lifetimes,
): RefreshDecision {
  if (family === undefined)
    return refuse(deny('invalid_grant', now < sent.endsAt ? 'tokens_revoked' : 'session_expired'))
  if (family.clientId !== client.id)
    return refuse(deny('invalid_grant', 'invalid_grant', 'the token was issued to another client'))
  if (family.phase === 'code' || family.refreshHash === undefined)
    return refuse(deny('invalid_grant', 'invalid_grant', 'the family has no refresh token'))
  if (family.refreshHash !== sent.refreshHash)
    return { do: 'revoke-family', deny: deny('invalid_grant', 'refresh_token_replayed') }
  const age = refreshAge(now, family.usedAt, family, lifetimes)
  if (age !== 'fresh') return refuse(deny('invalid_grant', 'session_expired', `the ${age} time is over`))
  const scopes = decideRefreshScopes(sent.scope, family.scopes, client.scopes)
  return scopes.allowed ? { do: 'rotate', family, scopes: scopes.scopes } : refuse(scopes)
}
