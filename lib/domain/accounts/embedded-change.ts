import { isDeepStrictEqual } from 'node:util'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument } from '../documents.ts'
import { type AccountLetters, tellOf, withConsequences } from './account-letters.ts'
import { ACCOUNTS, type Account, unverified } from './account-record.ts'
import { AddressTaken, type SignInNames } from './sign-in-names.ts'

/** What follows from a change of an account. */
export interface AccountEffects {
  /** Ends all that a subject holds, on all devices. */
  end(sub: string): Promise<void>
  /** Who may enter what is judged anew. */
  rolesChanged(sub: string): Promise<void>
  /** Whether names of removed users stay theirs (see `usernameClaims`); absent: they do not. */
  keepsNames?(): Promise<boolean>
  /** Absent where no letters are sent: then an address that a user enters counts at once, unverified. */
  readonly letters?: AccountLetters
}

/**
 * Changes an account by compare-and-replace, and tells its user by letter what they should know; ends all it holds when it becomes
 * suspended. The same object: no change.
 * @throws AddressTaken
 */
export type ChangeAccount = (
  sub: string,
  change: (account: Account) => Account,
  tells?: 'tell-nobody',
) => Promise<Account | undefined>

export function accountChange(
  documents: DocumentStore,
  names: Pick<SignInNames, 'reserve' | 'updateIndex'>,
  { end, rolesChanged, letters }: AccountEffects,
  now: () => number,
): ChangeAccount {
  const changed: ChangeAccount = async (sub, change, tells) => {
    const attempts: [before: Account, after: Account][] = []
    const { before, after } = await changeDocument<Account>(documents, ACCOUNTS, sub, async (before) => {
      // Another change was faster: the address that the attempt claimed is released.
      for (const [from, to] of attempts.splice(0)) await names.updateIndex(sub, to, from)
      if (before === undefined) return 'keep'
      const edited = change(before)
      const after = edited === before ? before : withConsequences(before, { ...edited, changedAt: now() })
      attempts.push([before, after])
      if ((await names.reserve(sub, before, after)) === 'taken') throw new AddressTaken()
      // Once first, so that a crash in between leaves nothing that was judged by the roles before.
      if (hasOtherRoles(before, after)) await rolesChanged(sub)
      return after
    })
    if (before === undefined || after === undefined) return undefined
    // Also when it was suspended before: an attempt that was interrupted in between is finished by the next.
    if (after.status === 'suspended') await end(sub)
    if (hasOtherRoles(before, after)) await rolesChanged(sub)
    // A name that was created while this account gave the address up and got it back.
    if ((await names.updateIndex(sub, before, after)) === 'taken') return changed(sub, unverified, 'tell-nobody')
    if (letters !== undefined && after !== before && tells === undefined) await tellOf(letters, before, after)
    return after
  }
  return changed
}

const hasOtherRoles = (before: Account, after: Account): boolean =>
  !isDeepStrictEqual(before.person.roles, after.person.roles)
