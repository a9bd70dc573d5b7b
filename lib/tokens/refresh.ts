import { familyLiveness } from '../../policies/access-token-status.ts'
import { decideRefresh } from '../../policies/refresh-rotation.ts'
import type { SentRefreshToken } from '../../policies/refresh-rotation.ts'
import type { Scope } from '../../policies/scopes.ts'
import { detached, rotated } from '../../policies/token-family.ts'
import type { TokenFamily } from '../../policies/token-family.ts'
import { deny } from '../../policies/verdict.ts'
import type { Deny } from '../../policies/verdict.ts'
import { note } from '../audit/trace.ts'
import type { Client } from '../clients/client-record.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProtocolError } from '../http/protocol-error.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { amendFamily, familyTtlMs, parseFamily } from './families.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import { mintTokens } from './mint.ts'
import type { TokenResponse } from './mint.ts'
import { replaceAndLook } from './transition.ts'

/** A refresh token that is genuine, and what the store said of its family. */
export interface PresentedRefreshToken {
  readonly familyId: string
  readonly record: string | undefined
  readonly sent: SentRefreshToken
}

/** Rotates a refresh token: the old one is dead with the answer, a second use kills the family. @throws ProtocolError */
export async function refreshTokens(issuer: TokenIssuer, exchange: Exchange, client: Client, presented: PresentedRefreshToken): Promise<TokenResponse> {
  const { families } = issuer.storage
  let settled = false
  for (let record = presented.record; ; record = await families.read(presented.familyId)) {
    const decision = decideRefresh(parseFamily(record), presented.sent, { id: client.clientId, scopes: client.scopes }, issuer.seconds(), issuer.lifetimes)
    if (decision.do === 'deny') throw refusal(exchange, decision.deny)
    if (decision.do === 'revoke-family') {
      if (!settled) {
        settled = true
        await families.settled(presented.familyId)
        continue
      }
      await families.revoke(presented.familyId)
      throw refusal(exchange, decision.deny)
    }
    const tokens = await rotateOnce(issuer, exchange, client, presented.familyId, record as string, decision)
    if (tokens !== undefined) return tokens
  }
}

/** Undefined: somebody was faster. */
async function rotateOnce(
  issuer: TokenIssuer, exchange: Exchange, client: Client, familyId: string, record: string,
  { family, scopes }: { readonly family: TokenFamily; readonly scopes: readonly Scope[] },
): Promise<TokenResponse | undefined> {
  const now = issuer.seconds()
  exchange.subject = family.subject
  const profile = await issuer.assertPerson(family.subject, scopes)
  const refresh = issuer.values.issue('refresh', familyId)
  const next = rotated(family, refresh.hash, now)
  const tokens = await mintTokens(issuer, { familyId, family: next, scopes, now, refreshToken: refresh.value, ...(profile === undefined ? {} : { profile }) })
  const { outcome, subject } = await replaceAndLook(issuer.storage, {
    id: familyId, expected: record, next: writeFamily(next), ttlMs: familyTtlMs(next, now, issuer.lifetimes), priorTtlMs: familyTtlMs(family, now, issuer.lifetimes), subject: family.subject, session: sessionOfSid(family.sid), client: family.clientId,
  })
  if (outcome !== 'replaced') return undefined
  const liveness = familyLiveness(next, { client: { active: true, epoch: client.epoch }, subjectGeneration: subject.generation, clientGeneration: subject.clientGeneration, sessionEnded: subject.sessionEnded })
  if (liveness !== 'alive') {
    await issuer.storage.families.revoke(familyId)
    throw refusal(exchange, deny('invalid_grant', 'tokens_revoked', liveness))
  }
  // The browser session has ended since: older access tokens are dead, this family lives on by itself (S3).
  if (subject.sessionEnded && next.detachedAt === undefined) await amendFamily(issuer.storage, familyId, issuer.lifetimes, now, detached)
  note(exchange.trace, 'refresh token', 'rotated')
  exchange.event = 'token.refreshed'
  return tokens
}

function refusal(exchange: Exchange, denial: Deny): ProtocolError {
  note(exchange.trace, 'refresh token', denial.detail ?? denial.ref)
  return new ProtocolError(denial)
}
