/**
 * Maps external identities to accounts. Identities are claimed first, so concurrent first sign-ins get the same
 * subject.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import { findAccount, hasIdentity, type Identity } from './account-record.ts'

const IDENTITIES = 'identities'

/** JSON keeps the two parts distinct, because it escapes quotation marks within them. */
const keyOf = ({ issuer, subject }: Identity): string => digestOf(JSON.stringify([issuer, subject]), 32)

/** Returns the subject of the account that this identity belongs to. */
export const identityHolder = (documents: DocumentStore, identity: Identity): Promise<string | undefined> =>
  documents.read(IDENTITIES, keyOf(identity))

/** Returns the subject that now holds the identity, which may not be `sub`. */
export async function claimIdentity(documents: DocumentStore, identity: Identity, sub: string): Promise<string> {
  const { after } = await changeText(documents, IDENTITIES, keyOf(identity), (holder) => holder ?? sub)
  return after ?? sub
}

/** Claims an identity for an account or takes over an outdated claim. Of concurrent callers, only one gets `ours`. */
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

/** Releases the claim to an identity if this account still holds it. */
export async function releaseIdentity(documents: DocumentStore, identity: Identity, sub: string): Promise<void> {
  await documents.replace(IDENTITIES, keyOf(identity), sub, undefined)
}
