import type { CodeFamily } from '../../../policies/token-family.ts'
import type { Client } from '../clients/client-record.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'

/** `subjectGeneration` was read before this request was validated, so a later revocation also ends the family. */
export interface CodeContents extends Omit<CodeFamily, 'phase' | 'clientId' | 'clientEpoch' | 'codeHash'> {
  readonly client: Client
}

/** Creates a family and returns its authorization code and ID. */
export async function issueCode(
  issuer: TokenIssuer,
  { client, ...rest }: CodeContents,
): Promise<{ readonly value: string; readonly familyId: string }> {
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
