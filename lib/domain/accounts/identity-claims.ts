/**
 * Which account an identity elsewhere signs in. The claim is made before the account is written, so that of any number of first
 * sign-ins at once, on any number of nodes, one makes the subject that all the others get.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import { findAccount, hasIdentity, type Identity } from './account-record.ts'

const IDENTITIES = 'identities'

/** The two parts can hold anything but the separator of JSON, which is escaped. */
const keyOf = ({ issuer, subject }: Identity): string => digestOf(JSON.stringify([issuer, subject]), 32)

/** Subject of the account that this identity signs in. */
export const identityHolder = (documents: DocumentStore, identity: Identity): Promise<string | undefined> =>
  documents.read(IDENTITIES, keyOf(identity))

/** Claims an identity for an account; the subject that has it from now on, which may be another one. */
export async function claimIdentity(documents: DocumentStore, identity: Identity, sub: string): Promise<string> {
  const { after } = await changeText(documents, IDENTITIES, keyOf(identity), (holder) => holder ?? sub)
  return after ?? sub
}

/**
 * Claims an identity for an account that has it already. A claim whose account does not have it was given up, or outlived its account, and is
 * taken over. Of two accounts at once one gets `ours`.
 */
export async function settleIdentity(
  documents: DocumentStore,
  identity: Identity,
  sub: string,
): Promise<'ours' | 'taken'> {
  const { after } = await changeText(documents, IDENTITIES, keyOf(identity), async (holder) => {
    const other = holder === undefined || holder === sub ? undefined : await findAccount(documents, holder)
    return other !== undefined && hasIdentity(other, identity) ? holder : sub
  })
  return after === sub ? 'ours' : 'taken'
}

/** Gives an identity up, if it is still this account's. */
export async function releaseIdentity(documents: DocumentStore, identity: Identity, sub: string): Promise<void> {
  await documents.replace(IDENTITIES, keyOf(identity), sub, undefined)
}
