import { randomBytes } from 'node:crypto'
import { familyLiveness } from '../../../policies/access-token-status.ts'
import { decideRedemption, type SentCode } from '../../../policies/authorization-code.ts'
import { refreshEnd } from '../../../policies/lifetimes.ts'
import { type CodeFamily, redeemed } from '../../../policies/token-family.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { allowedScopes } from './allowed-scopes.ts'
import { settleAccess } from './app-access.ts'
import { familyTtlMs, parseFamily } from './families.ts'
import { writeFamily } from './family-record.ts'
import type { GrantResult } from './grant-result.ts'
import type { TokenIssuer } from './issuer.ts'
import { mintTokens } from './mint.ts'
import { replaceAndLook } from './transition.ts'

/** A code whose tag is right, and the stored record of its family. */
export interface PresentedCode {
  readonly familyId: string
  readonly record: string | undefined
  readonly sent: SentCode
}

/** Exchanges a code for tokens: once, or never. */
export async function redeemCode(
  issuer: TokenIssuer,
  client: Client,
  { familyId, record: first, sent }: PresentedCode,
): Promise<GrantResult> {
  const { families } = issuer.storage
  const owner = { id: client.clientId, redirectUris: client.redirectUris, scopes: allowedScopes(issuer, client) }
  let resolved: string | undefined
  for (let record = first; ; record = await families.read(familyId)) {
    const family = parseFamily(record)
    const decision = decideRedemption(family, sent, owner, (verifier) => digestOf(verifier), issuer.seconds())
    if (decision.do !== 'redeem') {
      // The first use may be rolled back because its answer was lost: that is resolved before the code is judged by this record.
      if (decision.do === 'revoke-family' && record !== resolved) {
        await families.settled(familyId)
        resolved = record
        continue
      }
      if (decision.do === 'revoke-family') await families.revoke(familyId)
      return { outcome: 'denied', denial: decision.deny, ...(family === undefined ? {} : { sid: family.sid }) }
    }
    const result = await redeemOnce(issuer, client, familyId, record as string, decision.family)
    if (result !== 'overtaken') return result
  }
}

/** `overtaken`: a concurrent request was faster. */
async function redeemOnce(
  issuer: TokenIssuer,
  client: Client,
  familyId: string,
  record: string,
  family: CodeFamily,
): Promise<GrantResult | 'overtaken'> {
  const now = issuer.seconds()
  const { subject, sid, scopes } = family
  const holder = await issuer.holder(subject, client, scopes)
  if (holder.may !== 'hold') return { outcome: 'denied', denial: holder.denial, subject, sid }
  const end = refreshEnd({ ...family, usedAt: now }, issuer.lifetimes)
  const refresh = scopes.includes('offline_access') ? issuer.values.issue('refresh', familyId, end) : undefined
  const next = redeemed(family, refresh?.hash, now, randomBytes(6).toString('base64url'))
  // Signing comes before the step: a failing signer must not use the code up.
  const tokens = await mintTokens(issuer, {
    familyId,
    family: next,
    scopes,
    now,
    nonce: family.nonce,
    ...(refresh === undefined ? {} : { refreshToken: refresh.value }),
    ...(holder.profile === undefined ? {} : { profile: holder.profile }),
  })
  const step = {
    id: familyId,
    expected: record,
    next: writeFamily(next),
    ttlMs: familyTtlMs(next, now, issuer.lifetimes),
    priorTtlMs: issuer.lifetimes.authorizationCode * 1000,
    subject,
    session: sessionOfSid(sid),
    client: family.clientId,
  }
  const { outcome, subject: current } = await replaceAndLook(issuer.storage, step)
  if (outcome !== 'replaced') return 'overtaken'
  const liveness = current.sessionEnded
    ? 'session-ended'
    : familyLiveness(next, {
        client: { active: true, epoch: client.epoch },
        subjectGeneration: current.generation,
        clientGeneration: current.clientGeneration,
        sessionEnded: false,
        sessionRevoked: current.sessionRevoked,
      })
  if (liveness !== 'alive') {
    await issuer.storage.families.revoke(familyId)
    return { outcome: 'denied', denial: deny('invalid_grant', 'tokens_revoked', liveness), subject, sid }
  }
  const access = await settleAccess(issuer, client, next, current.rolesGeneration, step)
  if (!access.allowed) return { outcome: 'denied', denial: access, subject, sid }
  return { outcome: 'issued', tokens, subject, sid }
}
