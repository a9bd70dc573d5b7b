import { isDeepStrictEqual } from 'node:util'
import { hasEnded } from '../../../policies/end-dates.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument } from '../documents.ts'
import { watchEnds } from '../watched-ends.ts'
import { type AccountEmails, notifyOfChanges, withConsequences } from './account-emails.ts'
import { ACCOUNTS, type Account, endsIn, unverified } from './account-record.ts'
import { AddressTaken, type SignInNames } from './sign-in-names.ts'

export interface AccountEffects {
  /** Ends all of a subject's sessions and tokens, on all devices. */
  end(sub: string): Promise<void>
  /** Called when roles change, to reevaluate access that depends on them. */
  rolesChanged(sub: string): Promise<void>
  /** Whether the names of removed users stay reserved (see `usernameClaims`). @default false */
  keepsNames?(): Promise<boolean>
  /** Absent if Portico sends no emails; a user's new email address then takes effect immediately, unverified. */
  readonly emails?: AccountEmails
}

/**
 * Changes an account with compare-and-replace and notifies the user by email. Suspending or ending an account also
 * ends its sessions and tokens. If `change` returns the same object, nothing is written.
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
      // A concurrent change won, so release the email address that this attempt claimed.
      for (const [from, to] of attempts.splice(0)) await names.updateIndex(sub, to, from)
      if (before === undefined) return 'keep'
      const edited = change(before)
      const after = edited === before ? before : withConsequences(before, { ...edited, changedAt: now() })
      attempts.push([before, after])
      if ((await names.reserve(sub, before, after)) === 'taken') throw new AddressTaken()
      // Also call this before the write, so a crash right after it cannot leave access that only the old roles allowed.
      if (hasOtherStanding(before, after)) await rolesChanged(sub)
      await watchEnds(documents, { kind: 'account', id: sub }, endsIn(after), endsIn(before))
      return after
    })
    if (before === undefined || after === undefined) return undefined
    // Run this even if the account was already suspended, to complete an interrupted attempt.
    if (after.status === 'suspended' || hasEnded(after.until, now())) await end(sub)
    if (hasOtherStanding(before, after)) await rolesChanged(sub)
    // Another account took this email address as its user name while the address was missing from the index.
    if ((await names.updateIndex(sub, before, after)) === 'taken') return changed(sub, unverified, 'silent')
    if (emails !== undefined && after !== before && notice === undefined) await notifyOfChanges(emails, before, after)
    return after
  }
  return changed
}

const hasOtherStanding = (before: Account, after: Account): boolean =>
  !isDeepStrictEqual(before.person.roles, after.person.roles) || !isDeepStrictEqual(endsIn(before), endsIn(after))
