import { familyLiveness } from '../../../policies/access-token-status.ts'
import { refreshEnd } from '../../../policies/lifetimes.ts'
import { decideRefresh, type SentRefreshToken } from '../../../policies/refresh-rotation.ts'
import type { Scope } from '../../../policies/scopes.ts'
import { detached, rotated, type TokenFamily } from '../../../policies/token-family.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { allowedScopes } from './allowed-scopes.ts'
import { settleAccess } from './app-access.ts'
import { familyTtlMs, parseFamily } from './families.ts'
import { writeFamily } from './family-record.ts'
import type { GrantResult } from './grant-result.ts'
import type { TokenIssuer } from './issuer.ts'
import { mintTokens } from './mint.ts'
import { replaceAndLook } from './transition.ts'

/** A refresh token whose tag is right, and the stored record of its family. */
export interface PresentedRefreshToken {
  readonly familyId: string
  readonly record: string | undefined
  readonly sent: SentRefreshToken
}

/** Rotates a refresh token: the answer invalidates the old one, a second use of which revokes the family. */
export async function refreshTokens(
  issuer: TokenIssuer,
  client: Client,
  { familyId, record: first, sent }: PresentedRefreshToken,
): Promise<GrantResult> {
  const { families } = issuer.storage
  const owner = { id: client.clientId, scopes: allowedScopes(issuer, client) }
  let resolved: string | undefined
  let detach = false
  for (let record = first; ; record = await families.read(familyId)) {
    const family = parseFamily(record)
    const decision = decideRefresh(family, sent, owner, issuer.seconds(), issuer.lifetimes)
    if (decision.do !== 'rotate') {
      // The last use may be rolled back because its answer was lost: that is resolved before the token is judged by this record.
      if (decision.do === 'revoke-family' && record !== resolved) {
        await families.settled(familyId)
        resolved = record
        continue
      }
      if (decision.do === 'revoke-family') await families.revoke(familyId)
      return { outcome: 'denied', denial: decision.deny, ...(family === undefined ? {} : { sid: family.sid }) }
    }
    const result = await rotateOnce(issuer, client, familyId, record as string, { ...decision, detach })
    if (typeof result === 'object') return result
    detach ||= result === 'session-ended'
  }
}

interface Rotation {
  readonly family: TokenFamily
  readonly scopes: readonly Scope[]
  /** The browser session has ended: older access tokens are revoked, the family lives on. */
  readonly detach: boolean
}

/** `overtaken`: a concurrent request was faster. `session-ended`: the step was rolled back, to be done again with `detach`. */
async function rotateOnce(
  issuer: TokenIssuer,
  client: Client,
  familyId: string,
  record: string,
  { family, scopes, detach }: Rotation,
): Promise<GrantResult | 'overtaken' | 'session-ended'> {
  const now = issuer.seconds()
  const { subject, sid } = family
  const holder = await issuer.holder(subject, client, scopes)
  if (holder.may !== 'hold') return { outcome: 'denied', denial: holder.denial, subject, sid }
  const end = refreshEnd({ ...family, usedAt: now }, issuer.lifetimes)
  const refresh = issuer.values.issue('refresh', familyId, end)
  const next = detach ? detached(rotated(family, refresh.hash, now)) : rotated(family, refresh.hash, now)
  const tokens = await mintTokens(issuer, {
    familyId,
    family: next,
    scopes,
    now,
    refreshToken: refresh.value,
    ...(holder.profile === undefined ? {} : { profile: holder.profile }),
  })
  const step = {
    id: familyId,
    expected: record,
    next: writeFamily(next),
    ttlMs: familyTtlMs(next, now, issuer.lifetimes),
    priorTtlMs: familyTtlMs(family, now, issuer.lifetimes),
    subject,
    session: sessionOfSid(sid),
    client: family.clientId,
  }
  const { outcome, subject: current } = await replaceAndLook(issuer.storage, step)
  if (outcome !== 'replaced') return 'overtaken'
  const liveness = familyLiveness(next, {
    client: { active: true, epoch: client.epoch },
    subjectGeneration: current.generation,
    clientGeneration: current.clientGeneration,
    sessionEnded: current.sessionEnded,
    sessionRevoked: current.sessionRevoked,
  })
  if (liveness !== 'alive') {
    await issuer.storage.families.revoke(familyId)
    return { outcome: 'denied', denial: deny('invalid_grant', 'tokens_revoked', liveness), subject, sid }
  }
  // Rotating and detaching are one step: with two, a failure in between would use the token up.
  if (current.sessionEnded && next.detachedAt === undefined) {
    await issuer.storage.families.takeBack(familyId, record, step.next, step.priorTtlMs)
    return 'session-ended'
  }
  const access = await settleAccess(issuer, client, next, current.rolesGeneration, step)
  if (!access.allowed) return { outcome: 'denied', denial: access, subject, sid }
  return { outcome: 'issued', tokens, subject, sid }
}
