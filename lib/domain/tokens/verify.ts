import { type AccessTokenLiveness, accessTokenLiveness, isOfFamily } from '../../../policies/access-token-status.ts'
import { type AccessTokenClaims, isAccessToken, SIGNING_ALGORITHM, TOKEN_TYPES } from '../../../policies/signing.ts'
import type { TokenFamily } from '../../../policies/token-family.ts'
import { type Client, readClient } from '../clients/client-record.ts'
import { decodeJwt, verifySignature } from '../keys/jws.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { mayStillEnter } from './app-access.ts'
import { readFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import { parseAccessTokenId } from './mint.ts'
import type { VerifiedAccessToken } from './verified-tokens.ts'

export interface LiveAccessToken extends VerifiedAccessToken {
  readonly family: TokenFamily
  readonly client: Client
}

export type AccessTokenAnswer =
  | { readonly alive: true; readonly token: LiveAccessToken }
  | {
      readonly alive: false
      readonly why:
        | AccessTokenLiveness
        | 'access-rule'
        | 'second-factor'
        | 'inactive'
        | 'not-of-family'
        | 'not-verified'
        | 'expired'
    }

/** Access token checks for userinfo, introspection, revocation, logout and session registration. */
export type AccessTokens = ReturnType<typeof accessTokens>

export function accessTokens(issuer: TokenIssuer) {
  const verified = async (token: string): Promise<VerifiedAccessToken | undefined> => {
    const known = issuer.verified.find(token)
    if (known !== undefined) return (await issuer.keys.publicKey(known.kid)) === undefined ? undefined : known
    const jwt = decodeJwt(token)
    if (jwt === undefined || !isAccessToken(jwt.header, { ...jwt.claims, exp: Infinity, nbf: 0 }, issuer.issuer, 0))
      return undefined
    const id = parseAccessTokenId(jwt.claims.jti as string)
    const key = await issuer.keys.publicKey(jwt.kid)
    if (id === undefined || key === undefined || !verifySignature(jwt, key)) return undefined
    const found = { claims: jwt.claims as unknown as AccessTokenClaims, kid: jwt.kid, ...id }
    issuer.verified.keep(token, found)
    return found
  }

  return {
    /** Verifies the signature, type, issuer and audience, but does not check whether the token has expired. */
    verified,
    /** Checks everything with one read of the store, which also fetches the caller's client record. */
    async check(token: string, caller?: string): Promise<AccessTokenAnswer & { readonly caller: string | undefined }> {
      const found = await verified(token)
      const { storage } = issuer
      const inTime =
        found !== undefined &&
        isAccessToken(
          { alg: SIGNING_ALGORITHM, typ: TOKEN_TYPES.access },
          { ...found.claims },
          issuer.issuer,
          issuer.seconds(),
        )
      if (!inTime) {
        return {
          alive: false,
          why: found === undefined ? 'not-verified' : 'expired',
          caller: caller === undefined ? undefined : await storage.clients.find(caller),
        }
      }
      const { claims, familyId, serial } = found
      const state = await storage.tokenState.look({
        family: familyId,
        clients: caller === undefined || caller === claims.client_id ? [claims.client_id] : [claims.client_id, caller],
        subject: { id: claims.sub, session: sessionOfSid(claims.sid), client: claims.client_id },
      })
      const record = state.clients[0]
      const client = readClient(record)
      const family = state.family === undefined ? undefined : readFamily(state.family)
      const callerRecord = caller === claims.client_id ? record : state.clients[1]
      if (family !== undefined && !isOfFamily(claims, family))
        return { alive: false, why: 'not-of-family', caller: callerRecord }
      const liveness = accessTokenLiveness(family, serial, {
        client: client === undefined ? undefined : { active: client.status === 'active', epoch: client.epoch },
        subjectGeneration: state.subject?.generation ?? 0,
        clientGeneration: state.subject?.clientGeneration ?? 0,
        sessionEnded: state.subject?.sessionEnded ?? false,
        sessionRevoked: state.subject?.sessionRevoked ?? false,
      })
      if (liveness !== 'alive') return { alive: false, why: liveness, caller: callerRecord }
      const live = { ...found, family: family as TokenFamily, client: client as Client }
      const { access } = await mayStillEnter(issuer, live.client, live.family, state.subject?.rolesGeneration ?? 0)
      if (access === 'no-role') return { alive: false, why: 'access-rule', caller: callerRecord }
      if (access === 'second-factor' || access === 'inactive')
        return { alive: false, why: access, caller: callerRecord }
      return { alive: true, token: live, caller: callerRecord }
    },
  }
}
