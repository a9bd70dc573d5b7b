/** Which account an external identity signs in. Claimed first, so that concurrent first sign-ins get one subject. */
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

/** Claims an account's identity, or takes over an outdated claim. Of two concurrent accounts, one gets `ours`. */
export async function resolveIdentity(
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
