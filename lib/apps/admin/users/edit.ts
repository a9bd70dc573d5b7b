import { decideProfile, PROFILE_FIELDS, TIME_ZONES } from '../../../../policies/profile.ts'
import { typedName } from '../../../../policies/username.ts'
import { isPlainObject, jsonIn, textAt } from '../../../config/data/plain-data.ts'
import { type Account, accountVersion } from '../../../domain/accounts/account-record.ts'
import type { ProfileFieldsProps, ProfileValues } from '../../../web/ui/components/profile-fields.tsx'
import { formAt, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { UserEdit } from './edit-view.tsx'
import type { UsersRequest } from './services.ts'
import { accountHead, type OfAccount, ofUser, operationsOf, showResult } from './subject.ts'

export function editForm(page: UsersRequest, { account }: OfAccount): Promise<void> {
  return showForm(page, 200, account, account.person, account.person.email_verified === true, [])
}

/** POST /users/:sub/edit: applies the changes only if the account is still at the version that the form showed. */
export async function editUser(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const { form } = page
  const typed: ProfileValues = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, form.get(field)]))
  const verified = form.get('email_verified') === 'on'
  if (form.get('version') !== accountVersion(account)) return showConflict(page, account, typed, verified)
  const { changes, issues } = decideProfile(account.person, typed, PROFILE_FIELDS)
  if (issues.length > 0) return showForm(page, 422, account, typed, verified, issues)
  const same = Object.keys(changes).length === 0 && verified === (account.person.email_verified === true)
  const result = same
    ? ({ outcome: 'unchanged', account } as const)
    : await operationsOf(page).edit(account.sub, accountVersion(account), { ...changes, email_verified: verified })
  if (result.outcome === 'conflict')
    return ofUser('accounts', (_page, now) => showConflict(page, now.account, typed, verified))(page)
  if (result.outcome === 'email-taken')
    return showForm(page, 422, account, typed, verified, [{ field: 'email', code: 'email_of_other_account' }])
  await showResult(page, accountHead(page, account), result, (user) => viewOf(page).t.users.edit.done({ user }))
}

/** Shown when another administrator saved first: the saved values, overlaid with this administrator's changes. */
async function showConflict(
  page: UsersRequest,
  current: Account,
  typed: ProfileValues,
  verified: boolean,
): Promise<void> {
  const base = baseIn(page.form.get('base'))
  const mine = PROFILE_FIELDS.filter((field) => typedName(typed[field] ?? '') !== (base.values[field] ?? ''))
  const values = { ...current.person, ...Object.fromEntries(mine.map((field) => [field, typed[field]])) }
  await showForm(
    page,
    409,
    current,
    values,
    verified === base.verified ? current.person.email_verified === true : verified,
    [],
    true,
  )
}

/** The values the form was opened with. They are untrusted, so they are used only for comparison. */
function baseIn(text: string | undefined): { readonly values: ProfileValues; readonly verified: boolean } {
  const base = jsonIn(text ?? '')
  const values = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, textAt(base, field) ?? '']))
  return { values, verified: isPlainObject(base) && base.email_verified === true }
}

async function showForm(
  page: UsersRequest,
  status: number,
  account: Account,
  values: ProfileValues,
  emailVerified: boolean,
  issues: ProfileFieldsProps['issues'],
  conflict = false,
): Promise<void> {
  const { person } = account
  const base = Object.fromEntries([...PROFILE_FIELDS, 'email_verified' as const].map((field) => [field, person[field]]))
  await show(page, status, UserEdit, {
    user: accountHead(page, account),
    form: formAt(page, userPath(account.sub, 'edit'), { version: accountVersion(account), base: JSON.stringify(base) }),
    fields: PROFILE_FIELDS,
    values,
    issues,
    zones: TIME_ZONES,
    emailVerified,
    conflict,
  })
}
