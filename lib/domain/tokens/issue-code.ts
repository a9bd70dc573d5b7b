import type { Scope } from '../../../policies/scopes.ts'
import type { CodeFamily } from '../../../policies/token-family.ts'
import type { Client } from '../clients/client-record.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'

export interface CodeContents {
  readonly client: Client
  readonly subject: string
  /** The subject's revocation version before this request's validation: a later revocation ends the family too. */
  readonly subjectGeneration: number
  readonly clientGeneration: number
  readonly sid: string
  readonly scopes: readonly Scope[]
  readonly signedInAt: number
  readonly acr: string
  readonly amr: readonly string[]
  readonly nonce: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly accessBasis?: string
  /** The latest end of the family, seconds since the epoch. */
  readonly endsAt?: number
}

/** Creates a family and returns its authorization code and ID. */
export async function issueCode(
  issuer: TokenIssuer,
  contents: CodeContents,
): Promise<{ readonly value: string; readonly familyId: string }> {
  const { client, ...rest } = contents
  const familyId = issuer.values.newFamilyId()
  const { authorizationCode } = issuer.lifetimes
  const { value, hash } = issuer.values.issue('code', familyId, issuer.seconds() + authorizationCode)
  const family: CodeFamily = {
    ...rest,
    phase: 'code',
    clientId: client.clientId,
    clientEpoch: client.epoch,
    codeHash: hash,
  }
  await issuer.storage.families.issue(familyId, writeFamily(family), authorizationCode * 1000)
  return { value, familyId }
}
