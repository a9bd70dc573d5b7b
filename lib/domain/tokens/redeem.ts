import { randomBytes } from 'node:crypto'
import { decideRedemption, type SentCode } from '../../../policies/authorization-code.ts'
import { refreshEnd } from '../../../policies/lifetimes.ts'
import { redeemed } from '../../../policies/token-family.ts'
import type { Client } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import { advanceFamily, useFamily } from './advance-family.ts'
import { allowedScopes, type GrantResult, type TokenIssuer } from './issuer.ts'

/** A code with a valid tag, and the stored record of its family. */
export interface PresentedCode {
  readonly familyId: string
  readonly record: string | undefined
  readonly sent: SentCode
}

/** Exchanges a code for tokens, at most once. */
export function redeemCode(issuer: TokenIssuer, client: Client, presented: PresentedCode): Promise<GrantResult> {
  const { familyId, sent } = presented
  const owner = { id: client.clientId, redirectUris: client.redirectUris, scopes: allowedScopes(issuer, client) }
  return useFamily(
    issuer,
    presented,
    (family) => decideRedemption(family, sent, owner, (verifier) => digestOf(verifier), issuer.seconds()),
    async ({ family }, record) => {
      const now = issuer.seconds()
      const { scopes, nonce } = family
      const end = refreshEnd({ ...family, usedAt: now }, issuer.lifetimes)
      const refresh = scopes.includes('offline_access') ? issuer.values.issue('refresh', familyId, end) : undefined
      return advanceFamily(issuer, client, {
        familyId,
        record,
        family,
        next: redeemed(family, refresh?.hash, now, randomBytes(6).toString('base64url')),
        scopes,
        refreshToken: refresh?.value,
        nonce,
        now,
        priorTtlMs: issuer.lifetimes.authorizationCode * 1000,
        onSessionEnd: 'deny',
      })
    },
  )
}
