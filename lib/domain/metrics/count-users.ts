import type { DocumentStore } from '../../ports/documents.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import { factorRecordsIn } from '../accounts/factors/factor-record.ts'
import { askedPasskeys } from '../accounts/factors/second-factors.ts'
import { type AppsOf, factorState } from '../accounts/second-factor-users.ts'
import { groupsOf } from './account-groups.ts'
import type { UserCounts } from './overview-counts.ts'

const PAGE = 200
/** Maximum number of users to count. The page shows how many were counted. */
const USERS_MAX = 20_000

/**
 * Reads every account and its second factors, page by page, with a pause between pages.
 * @param appsOf the apps at which a user must use two factors
 */
export async function countUsers(
  directory: Pick<EmbeddedDirectory, 'list'>,
  documents: Pick<DocumentStore, 'list'>,
  pause: () => Promise<void>,
  appsOf: AppsOf,
  now: number,
): Promise<UserCounts> {
  const counts = { total: 0, counted: 0, mustSetUp: 0 }
  const groups = { 'no-two-step': 0, never: 0, inactive: 0, 'must-change': 0, invited: 0, suspended: 0 }
  /** Whether the user must use two factors, and is invited, by subject. */
  const known = new Map<string, { readonly isRequired: boolean; readonly invited: boolean }>()
  for (let after: string | undefined; counts.counted < USERS_MAX; ) {
    const { accounts, total } = await directory.list(after, PAGE)
    counts.total = total ?? counts.total
    for (const account of accounts) {
      const isRequired = appsOf(account).length > 0
      const member = groupsOf(account, undefined, now)
      known.set(account.sub, { isRequired, invited: member.includes('invited') })
      if (isRequired) counts.mustSetUp += 1
      counts.counted += 1
      for (const group of member) groups[group] += 1
    }
    after = accounts.at(-1)?.sub
    if (accounts.length < PAGE) break
    await pause()
  }
  const secondStep = { any: 0, passkey: 0, authenticator: 0 }
  for await (const { sub, record } of factorRecordsIn(documents, pause)) {
    const user = known.get(sub)
    if (user === undefined) continue
    if (user.isRequired && factorState(record, now) !== 'set-up') counts.mustSetUp -= 1
    const [passkey, authenticator] = [askedPasskeys(record.passkeys).length > 0, record.totp !== undefined]
    if (passkey) secondStep.passkey += 1
    if (passkey && user.invited) groups.invited -= 1
    if (authenticator) secondStep.authenticator += 1
    if (passkey || authenticator) secondStep.any += 1
  }
  groups['no-two-step'] -= secondStep.any
  return { ...counts, secondStep, groups }
}
