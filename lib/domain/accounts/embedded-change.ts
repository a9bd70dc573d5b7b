import { isDeepStrictEqual } from 'node:util'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument } from '../documents.ts'
import { type AccountEmails, notifyOfChanges, withConsequences } from './account-emails.ts'
import { ACCOUNTS, type Account, unverified } from './account-record.ts'
import { AddressTaken, type SignInNames } from './sign-in-names.ts'

export interface AccountEffects {
  /** Ends all that a subject holds, on all devices. */
  end(sub: string): Promise<void>
  /** Access that depends on roles is evaluated again. */
  rolesChanged(sub: string): Promise<void>
  /** Whether removed users keep their names (see `usernameClaims`). @default false */
  keepsNames?(): Promise<boolean>
  /** Absent if no emails are sent: then an email address that a user enters counts immediately, unverified. */
  readonly emails?: AccountEmails
}

/**
 * Changes an account by compare-and-replace and notifies its user by email. A suspended account loses all it holds. A
 * `change` that returns the same object changes nothing.
 * @throws AddressTaken
 */
export type ChangeAccount = (
  sub: string,
  change: (account: Account) => Account,
  notice?: 'silent',
) => Promise<Account | undefined>

export function accountChange(
  documents: DocumentStore,
  names: Pick<SignInNames, 'reserve' | 'updateIndex'>,
  { end, rolesChanged, emails }: AccountEffects,
  now: () => number,
): ChangeAccount {
  const changed: ChangeAccount = async (sub, change, notice) => {
    const attempts: [before: Account, after: Account][] = []
    const { before, after } = await changeDocument<Account>(documents, ACCOUNTS, sub, async (before) => {
      // Another change was faster: release the email address that the attempt claimed.
      for (const [from, to] of attempts.splice(0)) await names.updateIndex(sub, to, from)
      if (before === undefined) return 'keep'
      const edited = change(before)
      const after = edited === before ? before : withConsequences(before, { ...edited, changedAt: now() })
      attempts.push([before, after])
      if ((await names.reserve(sub, before, after)) === 'taken') throw new AddressTaken()
      // Before the write, so that a crash in between leaves nothing that the former roles allow.
      if (hasOtherRoles(before, after)) await rolesChanged(sub)
      return after
    })
    if (before === undefined || after === undefined) return undefined
    // Also if it was suspended before: this completes an interrupted attempt.
    if (after.status === 'suspended') await end(sub)
    if (hasOtherRoles(before, after)) await rolesChanged(sub)
    // This name was created while the account gave up the email address and got it back.
    if ((await names.updateIndex(sub, before, after)) === 'taken') return changed(sub, unverified, 'silent')
    if (emails !== undefined && after !== before && notice === undefined) await notifyOfChanges(emails, before, after)
    return after
  }
  return changed
}

const hasOtherRoles = (before: Account, after: Account): boolean =>
  !isDeepStrictEqual(before.person.roles, after.person.roles)
