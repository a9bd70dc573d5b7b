import { familyLiveness } from '../../../policies/access-token-status.ts'
import { refreshEnd } from '../../../policies/lifetimes.ts'
import { decideRefresh, type SentRefreshToken } from '../../../policies/refresh-rotation.ts'
import type { Scope } from '../../../policies/scopes.ts'
import { detached, rotated, type TokenFamily } from '../../../policies/token-family.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import type { Client } from '../clients/client-record.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { familyTtlMs, parseFamily } from './families.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import { mintTokens, type TokenResponse } from './mint.ts'
import { replaceAndLook } from './transition.ts'

/** A refresh token that is genuine, and what the store said of its family. */
export interface PresentedRefreshToken {
  readonly familyId: string
  readonly record: string | undefined
  readonly sent: SentRefreshToken
}

/** Rotates a refresh token: the old one is dead with the answer, a second use kills the family. @throws ProtocolError */
export async function refreshTokens(
  issuer: TokenIssuer,
  context: RequestContext,
  client: Client,
  presented: PresentedRefreshToken,
): Promise<TokenResponse> {
  const { families } = issuer.storage
  let settled: string | undefined
  let detach = false
  for (let record = presented.record; ; record = await families.read(presented.familyId)) {
    const family = parseFamily(record)
    if (family !== undefined) context.sid = family.sid
    const decision = decideRefresh(
      family,
      presented.sent,
      { id: client.clientId, scopes: client.scopes },
      issuer.seconds(),
      issuer.lifetimes,
    )
    if (decision.do === 'deny') throw refusal(context, decision.deny)
    if (decision.do === 'revoke-family') {
      // The last use may be undone because its answer was lost: that is settled before the token is judged by this record.
      if (record !== settled) {
        await families.settled(presented.familyId)
        settled = record
        continue
      }
      await families.revoke(presented.familyId)
      throw refusal(context, decision.deny)
    }
    const result = await rotateOnce(issuer, context, client, presented.familyId, record as string, {
      ...decision,
      detach,
    })
    if (typeof result === 'object') return result
    detach ||= result === 'session-ended'
  }
}

interface Rotation {
  readonly family: TokenFamily
  readonly scopes: readonly Scope[]
  /** The browser session has ended: older access tokens are dead, the family lives on by itself (S3). */
  readonly detach: boolean
}

/** `overtaken`: somebody was faster. `session-ended`: the step was taken back, to be done again with `detach`. */
async function rotateOnce(
  issuer: TokenIssuer,
  context: RequestContext,
  client: Client,
  familyId: string,
  record: string,
  { family, scopes, detach }: Rotation,
): Promise<TokenResponse | 'overtaken' | 'session-ended'> {
  const now = issuer.seconds()
  context.subject = family.subject
  const profile = await issuer.assertUser(family.subject, scopes)
  const end = refreshEnd({ usedAt: now, signedInAt: family.signedInAt }, issuer.lifetimes)
  const refresh = issuer.values.issue('refresh', familyId, end)
  const next = detach ? detached(rotated(family, refresh.hash, now)) : rotated(family, refresh.hash, now)
  const tokens = await mintTokens(issuer, {
    familyId,
    family: next,
    scopes,
    now,
    refreshToken: refresh.value,
    ...(profile === undefined ? {} : { profile }),
  })
  const step = {
    id: familyId,
    expected: record,
    next: writeFamily(next),
    ttlMs: familyTtlMs(next, now, issuer.lifetimes),
    priorTtlMs: familyTtlMs(family, now, issuer.lifetimes),
    subject: family.subject,
    session: sessionOfSid(family.sid),
    client: family.clientId,
  }
  const { outcome, subject } = await replaceAndLook(issuer.storage, step)
  if (outcome !== 'replaced') return 'overtaken'
  const liveness = familyLiveness(next, {
    client: { active: true, epoch: client.epoch },
    subjectGeneration: subject.generation,
    clientGeneration: subject.clientGeneration,
    sessionEnded: subject.sessionEnded,
  })
  if (liveness !== 'alive') {
    await issuer.storage.families.revoke(familyId)
    throw refusal(context, deny('invalid_grant', 'tokens_revoked', liveness))
  }
  // Rotating and detaching are one step: with a second one, a failure between the two would cost the token (T7).
  if (subject.sessionEnded && next.detachedAt === undefined) {
    await issuer.storage.families.takeBack(familyId, record, step.next, step.priorTtlMs)
    return 'session-ended'
  }
  note(context.trace, 'refresh token', 'rotated')
  context.event = 'token.refreshed'
  return tokens
}

function refusal(context: RequestContext, denial: Deny): ProtocolError {
  note(context.trace, 'refresh token', denial.detail ?? denial.ref)
  return new ProtocolError(denial)
}
