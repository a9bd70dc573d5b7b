import { familyLiveness } from '../../../policies/access-token-status.ts'
import type { Scope } from '../../../policies/scopes.ts'
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import type { Deny } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { issueAccess } from './app-access.ts'
import { familyTtlMs, parseFamily } from './families.ts'
import { writeFamily } from './family-record.ts'
import type { GrantResult, TokenIssuer } from './issuer.ts'
import { mintTokens } from './mint.ts'
import { replaceAndLook } from './transition.ts'

/** Why a request must be retried: another request got there first, or the session ended, so the change was undone. */
type Again = 'superseded' | 'session-ended'
type Refusal = { readonly do: 'deny' | 'revoke-family'; readonly deny: Deny }

/** Uses a code or a refresh token. Rereads the family's record after each concurrent change. */
export async function useFamily<Decision extends { readonly do: string }>(
  { storage: { families } }: TokenIssuer,
  { familyId, record: first }: { readonly familyId: string; readonly record: string | undefined },
  decide: (family: Family | undefined) => Decision | Refusal,
  advance: (
    decision: Exclude<Decision, Refusal>,
    record: string,
    before: Again | undefined,
  ) => Promise<GrantResult | Again>,
): Promise<GrantResult> {
  let resolved: string | undefined
  let before: Again | undefined
  for (let record = first; ; record = await families.read(familyId)) {
    const family = parseFamily(record)
    const decision = decide(family)
    if ('deny' in decision) {
      // The last use may still be rolled back because its response was lost (D-T7), so resolve its outcome first.
      if (decision.do === 'revoke-family' && record !== resolved) {
        await families.resolved(familyId)
        resolved = record
        continue
      }
      if (decision.do === 'revoke-family') await families.revoke(familyId)
      return { outcome: 'denied', denial: decision.deny, ...(family === undefined ? {} : { sid: family.sid }) }
    }
    const result = await advance(decision as Exclude<Decision, Refusal>, record as string, before)
    if (typeof result === 'object') return result
    if (before !== 'session-ended') before = result
  }
}

export interface FamilyStep {
  readonly familyId: string
  readonly record: string
  readonly family: Family
  readonly next: TokenFamily
  readonly scopes: readonly Scope[]
  readonly refreshToken: string | undefined
  readonly nonce?: string
  /** Seconds since the epoch. */
  readonly now: number
  /** Upper bound on the remaining lifetime of the family's record before this request. */
  readonly priorTtlMs: number
  /** If the browser session has ended: `deny` the code, or detach the family and try `again`. */
  readonly onSessionEnd: 'deny' | 'again'
}

/** Records an exchange or refresh and returns its tokens. Reads the revocation versions in the same round trip. */
export async function advanceFamily(
  issuer: TokenIssuer,
  client: Client,
  { familyId, record, family, next, scopes, refreshToken, nonce, now, priorTtlMs, onSessionEnd }: FamilyStep,
): Promise<GrantResult | Again> {
  const { families } = issuer.storage
  const { subject, sid } = family
  const denied = (denial: Deny): GrantResult => ({ outcome: 'denied', denial, subject, sid })
  const holder = await issuer.holder(family, client, scopes)
  if (holder.may !== 'hold') return denied(holder.denial)
  // Sign before the write, so a failure to sign does not use up the code or token.
  const tokens = await mintTokens(issuer, {
    familyId,
    family: next,
    scopes,
    now,
    ...(nonce === undefined ? {} : { nonce }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(holder.profile === undefined ? {} : { profile: holder.profile }),
  })
  const step = {
    id: familyId,
    expected: record,
    next: writeFamily(next),
    ttlMs: familyTtlMs(next, now, issuer.lifetimes),
    priorTtlMs,
    subject,
    session: sessionOfSid(sid),
    client: family.clientId,
  }
  const { outcome, subject: current } = await replaceAndLook(issuer.storage, step)
  if (outcome !== 'replaced') return 'superseded'
  const liveness =
    onSessionEnd === 'deny' && current.sessionEnded
      ? 'session-ended'
      : familyLiveness(next, {
          client: { active: true, epoch: client.epoch },
          subjectGeneration: current.generation,
          clientGeneration: current.clientGeneration,
          sessionEnded: current.sessionEnded,
          sessionRevoked: current.sessionRevoked,
        })
  if (liveness !== 'alive') {
    // These versions never expire, so the family stays revoked, and a repeated request gets the same error.
    if (liveness === 'access-withdrawn' || liveness === 'subject-revoked')
      await families.takeBack(familyId, record, step.next, priorTtlMs)
    else await families.revoke(familyId)
    return denied(await issuer.refusalAfterEnd(subject, client, liveness))
  }
  // Rotate the token and detach the family in one write. With two writes, a failure in between would use up the token.
  if (current.sessionEnded && next.detachedAt === undefined) {
    await families.takeBack(familyId, record, step.next, priorTtlMs)
    return 'session-ended'
  }
  const access = await issueAccess(issuer, client, next, current.rolesGeneration, step)
  if (!access.allowed) return denied(access)
  const takeBack = (): Promise<void> => families.takeBack(familyId, record, access.record, priorTtlMs)
  return { outcome: 'issued', tokens, subject, sid, takeBack }
}
