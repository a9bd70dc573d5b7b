import { TOKEN_TYPES } from '../../../policies/signing.ts'
import { type Client, findClient } from '../clients/client-record.ts'
import { decodeJwt } from '../keys/jws.ts'
import { parseFamily } from './families.ts'
import { readIdTokenHint } from './id-token-hint.ts'
import { openPresented, type TokenIssuer } from './issuer.ts'
import { type RefreshState, refreshState } from './refresh-state.ts'
import type { AccessTokenAnswer, AccessTokens } from './verify.ts'

export type TokenStateName = RefreshState['state'] | Extract<AccessTokenAnswer, { alive: false }>['why']

/** A token that Portico issued, and whether it is still accepted. */
export interface OwnToken {
  readonly kind: 'access' | 'id' | 'refresh' | 'code'
  readonly state: TokenStateName
  readonly sub?: string
  readonly clientId?: string
  readonly sid?: string
  readonly scopes?: readonly string[]
  /** Seconds since the epoch. */
  readonly issuedAt?: number
  readonly expiresAt?: number
  /** ID of the key that signed it. */
  readonly kid?: string
}

/** `other-issuer`: a signed token of another issuer. `unknown`: no token of Portico's. */
export type InspectedToken =
  | OwnToken
  | { readonly kind: 'other-issuer'; readonly issuer: string }
  | { readonly kind: 'unknown' }

export type TokenInspection = ReturnType<typeof tokenInspection>

/** What a pasted token is. Reads only: codes and refresh tokens are not used up. */
export function tokenInspection(issuer: TokenIssuer, tokens: AccessTokens) {
  const clientOf = (clientId: string): Promise<Client | undefined> => findClient(issuer.storage.clients, clientId)

  async function signed(token: string): Promise<InspectedToken> {
    const jwt = decodeJwt(token)
    if (jwt === undefined) return { kind: 'unknown' }
    const { iss, iat, exp } = jwt.claims
    if (typeof iss === 'string' && iss !== issuer.issuer) return { kind: 'other-issuer', issuer: iss }
    const times = {
      kid: jwt.kid,
      ...(typeof iat === 'number' ? { issuedAt: iat } : {}),
      ...(typeof exp === 'number' ? { expiresAt: exp } : {}),
    }
    if (jwt.header.typ === TOKEN_TYPES.access) {
      const found = await tokens.verified(token)
      const answer = await tokens.check(token)
      if (found === undefined) return { kind: 'access', state: 'not-verified', ...times }
      const { sub, client_id: clientId, sid, scope } = found.claims
      const state = answer.alive ? 'alive' : answer.why
      return { kind: 'access', state, sub, clientId, sid, scopes: scope.split(' '), ...times }
    }
    const id = await readIdTokenHint(issuer, token)
    if (id === undefined) return { kind: 'id', state: 'not-verified', ...times }
    const state = (times.expiresAt ?? 0) > issuer.seconds() ? 'alive' : 'expired'
    return { kind: 'id', state, sub: id.sub, clientId: id.aud, sid: id.sid, ...times }
  }

  return async (token: string): Promise<InspectedToken> => {
    const refresh = await openPresented(issuer, 'refresh', token)
    if (refresh !== undefined) {
      const { family, state, expiresAt } = await refreshState(issuer, refresh, clientOf)
      if (family === undefined) return { kind: 'refresh', state, expiresAt: refresh.endsAt }
      const { subject: sub, clientId, sid, scopes, usedAt: issuedAt } = family
      return { kind: 'refresh', state, sub, clientId, sid, scopes, issuedAt, expiresAt }
    }
    const code = await openPresented(issuer, 'code', token)
    if (code === undefined) return signed(token)
    const family = parseFamily(await issuer.storage.families.read(code.familyId))
    if (family?.phase !== 'code') return { kind: 'code', state: 'used', expiresAt: code.endsAt }
    const { subject: sub, clientId, sid, scopes } = family
    const state = code.endsAt > issuer.seconds() ? 'alive' : 'expired'
    return { kind: 'code', state, sub, clientId, sid, scopes, expiresAt: code.endsAt }
  }
}
