import { decideProfile, PROFILE_FIELDS, type ProfileField, type ProfileIssue } from '../../../policies/profile.ts'
import { accountVersion } from '../../domain/accounts/account-record.ts'
import { type Arguments, confirmed, UsageError } from '../terminal/command.ts'
import { findAccount, report } from './account-output.ts'
import { command } from './command.ts'
import { endOption } from './end-option.ts'
import { withStore } from './store.ts'

const OPTION_NAMES: Readonly<Record<ProfileField, string>> = {
  name: 'name',
  given_name: 'given-name',
  family_name: 'family-name',
  email: 'email',
  locale: 'language',
  zoneinfo: 'time-zone',
}

const ISSUES: Readonly<Record<ProfileIssue, string>> = {
  too_long: 'is too long',
  unusable: 'contains invisible characters',
  email_malformed: 'must look like name@company.com',
  language_unknown: 'must be a language tag such as en or pt-BR',
  zone_unknown: 'must be a time zone such as Europe/Zurich',
}

const profileIn = (args: Arguments): { readonly [Field in ProfileField]?: string | undefined } =>
  Object.fromEntries(PROFILE_FIELDS.map((field) => [field, args.text(OPTION_NAMES[field])]))

export const userUpdateCommand = command('user update', (args, terminal) => {
  const username = args.only('username, email address, or subject')
  const verified = args.text('email-verified')
  if (verified !== undefined && verified !== 'yes' && verified !== 'no')
    throw new UsageError('--email-verified must be yes or no')
  const until = endOption(args)
  return withStore(terminal, async ({ directory, accountOperations }) => {
    const account = await findAccount({ directory }, username)
    if (account === undefined) return report({ outcome: 'missing' }, args, terminal)
    const { changes, issues } = decideProfile(account.person, profileIn(args), PROFILE_FIELDS)
    for (const { field, code } of issues) terminal.err(`--${OPTION_NAMES[field]} ${ISSUES[code]}`)
    if (issues.length > 0) return 1
    const wasVerified = account.person.email_verified === true ? 'yes' : 'no'
    const cancels = until === '' && account.offboardedBy !== undefined
    if (cancels && !(await confirmed(`The offboarding planned for ${account.until} is canceled.`, args, terminal)))
      return 1
    const plan = cancels ? 'cancel' : undefined
    // Details first, because they can be refused.
    const ended =
      until === undefined ? undefined : () => accountOperations.setEnd(account.sub, until || undefined, plan)
    if (Object.keys(changes).length === 0 && (verified ?? wasVerified) === wasVerified)
      return report((await ended?.()) ?? { outcome: 'unchanged', account }, args, terminal)
    const edit = { ...changes, ...(verified === undefined ? {} : { email_verified: verified === 'yes' }) }
    // Passes the account version, so that an email address that the user has just changed is not marked as verified.
    const result = await accountOperations.edit(account.sub, accountVersion(account), edit)
    const end = result.outcome === 'done' ? await ended?.() : undefined
    return report(end === undefined || end.outcome === 'unchanged' ? result : end, args, terminal)
  })
})
