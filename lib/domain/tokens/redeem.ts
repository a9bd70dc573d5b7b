import { createHash, randomBytes } from 'node:crypto'
import { familyLiveness } from '../../../policies/access-token-status.ts'
import { decideRedemption, type SentCode } from '../../../policies/authorization-code.ts'
import { refreshEnd } from '../../../policies/lifetimes.ts'
import { type CodeFamily, redeemed } from '../../../policies/token-family.ts'
import { deny } from '../../../policies/verdict.ts'
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

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** A code that is genuine, and what the store said of its family. */
export interface PresentedCode {
  readonly familyId: string
  readonly record: string | undefined
  readonly sent: SentCode
}

/** Exchanges a code for tokens: once, or never (T7, T8). @throws ProtocolError invalid_grant */
export async function redeemCode(
  issuer: TokenIssuer,
  context: RequestContext,
  client: Client,
  presented: PresentedCode,
): Promise<TokenResponse> {
  const { families } = issuer.storage
  let settled: string | undefined
  for (let record = presented.record; ; record = await families.read(presented.familyId)) {
    const family = parseFamily(record)
    if (family !== undefined) context.sid = family.sid
    const owner = { id: client.clientId, redirectUris: client.redirectUris, scopes: client.scopes }
    const decision = decideRedemption(family, presented.sent, owner, challengeOf, issuer.seconds())
    if (decision.do === 'deny') throw refusal(context, decision.deny)
    if (decision.do === 'revoke-family') {
      // The first use may be undone because its answer was lost: that is settled before the code is judged by this record.
      if (record !== settled) {
        await families.settled(presented.familyId)
        settled = record
        continue
      }
      await families.revoke(presented.familyId)
      throw refusal(context, decision.deny)
    }
    const tokens = await exchangeOnce(issuer, context, client, presented.familyId, record as string, decision.family)
    if (tokens !== undefined) return tokens
  }
}

/** Undefined: somebody was faster. */
async function exchangeOnce(
  issuer: TokenIssuer,
  context: RequestContext,
  client: Client,
  familyId: string,
  record: string,
  family: CodeFamily,
): Promise<TokenResponse | undefined> {
  const now = issuer.seconds()
  context.subject = family.subject
  const profile = await issuer.assertUser(family.subject, family.scopes)
  const end = refreshEnd({ usedAt: now, signedInAt: family.signedInAt }, issuer.lifetimes)
  const refresh = family.scopes.includes('offline_access') ? issuer.values.issue('refresh', familyId, end) : undefined
  const next = redeemed(family, refresh?.hash, now, randomBytes(6).toString('base64url'))
  // Signing comes before the step: a signer that fails must not cost the code.
  const tokens = await mintTokens(issuer, {
    familyId,
    family: next,
    scopes: family.scopes,
    now,
    nonce: family.nonce,
    ...(refresh === undefined ? {} : { refreshToken: refresh.value }),
    ...(profile === undefined ? {} : { profile }),
  })
  const { outcome, subject } = await replaceAndLook(issuer.storage, {
    id: familyId,
    expected: record,
    next: writeFamily(next),
    ttlMs: familyTtlMs(next, now, issuer.lifetimes),
    priorTtlMs: issuer.lifetimes.authorizationCode * 1000,
    subject: family.subject,
    session: sessionOfSid(family.sid),
    client: family.clientId,
  })
  if (outcome !== 'replaced') return undefined
  const liveness = subject.sessionEnded
    ? 'session-ended'
    : familyLiveness(next, {
        client: { active: true, epoch: client.epoch },
        subjectGeneration: subject.generation,
        clientGeneration: subject.clientGeneration,
        sessionEnded: false,
      })
  if (liveness !== 'alive') {
    await issuer.storage.families.revoke(familyId)
    throw refusal(context, deny('invalid_grant', 'tokens_revoked', liveness))
  }
  note(context.trace, 'code', 'redeemed')
  context.event = 'token.issued'
  return tokens
}

function refusal(context: RequestContext, denial: ReturnType<typeof deny>): ProtocolError {
  note(context.trace, 'code', denial.detail ?? denial.ref)
  return new ProtocolError(denial)
}
