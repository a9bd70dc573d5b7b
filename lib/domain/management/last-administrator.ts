/** At least one administrator must remain, even if two administrators remove each other's roles at the same time. */
import { randomBytes } from 'node:crypto'
import { endOf } from '../../../policies/end-dates.ts'
import { decideStanding, isAdministrator, type Standing } from '../../../policies/roles.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { Account } from '../accounts/account-record.ts'
import { accountsOf, rolesOf } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { AccountResult } from './account-result.ts'

const LOCK = 'administrators'
/** How long the lock lasts, in milliseconds. Searching even a large directory takes less time. */
const LOCK_MS = 60_000

/** Performs an operation only if an administrator would remain. Concurrent operations on administrators get `busy`. */
export async function keepingAnAdministrator(
  { directory, records }: { readonly directory: Pick<EmbeddedDirectory, 'list'>; readonly records: EphemeralStore },
  before: Account,
  after: Standing,
  perform: () => Promise<AccountResult>,
): Promise<AccountResult> {
  if (isByOthers(before)) return perform()
  const was = standingOf(before)
  if (!isAdministrator(was) || isAdministrator(after)) return perform()
  const holder = randomBytes(12).toString('base64url')
  const holdsLock = async (): Promise<boolean> => (await records.read(LOCK, LOCK)) === holder
  if ((await records.claim(LOCK, LOCK, holder, LOCK_MS)) === 'taken') return { outcome: 'busy' }
  try {
    if (decideStanding(was, after, await othersBut(before.sub, directory)) !== 'allowed')
      return { outcome: 'last-administrator' }
    // If the search outlasted the lock, another operation may have removed the administrator that the search found.
    return (await holdsLock()) ? await perform() : { outcome: 'busy' }
  } finally {
    if (await holdsLock()) await records.remove(LOCK, LOCK)
  }
}

/** Whether a directory service or an external provider supplies the account and could therefore revoke its role. */
const isByOthers = ({ source, origin }: Account): boolean => source === 'directory' || origin !== undefined

/** Returns 1 as soon as it finds another administrator, otherwise 0. */
async function othersBut(sub: string, directory: Pick<EmbeddedDirectory, 'list'>): Promise<0 | 1> {
  for await (const account of accountsOf(directory))
    if (account.sub !== sub && !isByOthers(account) && isAdministrator(standingOf(account))) return 1
  return 0
}

/** An account or role with an end date does not count, because no administrator would remain after it. */
export const standingOf = (account: Account): Standing => ({
  roles: rolesOf(account).filter((role) => endOf(account.roleEnds, role) === undefined),
  status: account.until === undefined ? account.status : 'suspended',
})
