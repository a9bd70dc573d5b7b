import { refreshEnd } from '../../../policies/lifetimes.ts'
import { decideRefresh, type SentRefreshToken } from '../../../policies/refresh-rotation.ts'
import { detached, rotated } from '../../../policies/token-family.ts'
import type { Client } from '../clients/client-record.ts'
import { advanceFamily, useFamily } from './advance-family.ts'
import { familyTtlMs } from './families.ts'
import { allowedScopes, type GrantResult, type TokenIssuer } from './issuer.ts'

/**
 * Rotates a refresh token. The old token becomes invalid, and using it again revokes the family.
 * @param presented a refresh token with a valid tag, and the stored record of its family
 */
export function refreshTokens(
  issuer: TokenIssuer,
  client: Client,
  presented: { readonly familyId: string; readonly record: string | undefined; readonly sent: SentRefreshToken },
): Promise<GrantResult> {
  const { familyId, sent } = presented
  const { lifetimes } = issuer
  const owner = { id: client.clientId, scopes: allowedScopes(issuer, client) }
  return useFamily(
    issuer,
    presented,
    (family) => decideRefresh(family, sent, owner, issuer.seconds(), lifetimes),
    async ({ family, scopes }, record, before) => {
      const now = issuer.seconds()
      const refresh = issuer.values.issue('refresh', familyId, refreshEnd({ ...family, usedAt: now }, lifetimes))
      const next = rotated(family, refresh.hash, now)
      return advanceFamily(issuer, client, {
        familyId,
        record,
        family,
        // Access tokens issued before the browser session ended are revoked; the family stays valid.
        next: before === 'session-ended' ? detached(next) : next,
        scopes,
        refreshToken: refresh.value,
        now,
        priorTtlMs: familyTtlMs(family, now, lifetimes),
        onSessionEnd: 'again',
      })
    },
  )
}
