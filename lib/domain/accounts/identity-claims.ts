/**
 * Which account an external identity signs in. The claim precedes the account. Of concurrent first sign-ins, on any
 * number of nodes, one makes the subject that all the others get.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import { findAccount, hasIdentity, type Identity } from './account-record.ts'

const IDENTITIES = 'identities'

/** JSON keeps the two parts apart: its separator is escaped within them. */
const keyOf = ({ issuer, subject }: Identity): string => digestOf(JSON.stringify([issuer, subject]), 32)

/** Subject of the account that this identity signs in. */
export const identityHolder = (documents: DocumentStore, identity: Identity): Promise<string | undefined> =>
  documents.read(IDENTITIES, keyOf(identity))

/** Returns the subject that has the identity from now on, which can be another one. */
export async function claimIdentity(documents: DocumentStore, identity: Identity, sub: string): Promise<string> {
  const { after } = await changeText(documents, IDENTITIES, keyOf(identity), (holder) => holder ?? sub)
  return after ?? sub
}

/**
 * Claims an identity for an account that already has it. A claim whose account lacks the identity is taken over. Of two
 * concurrent accounts, one gets `ours`.
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

/** Gives an identity up, if this account still has it. */
export async function releaseIdentity(documents: DocumentStore, identity: Identity, sub: string): Promise<void> {
  await documents.replace(IDENTITIES, keyOf(identity), sub, undefined)
}
