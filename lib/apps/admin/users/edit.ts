import { decideProfile, PROFILE_FIELDS, TIME_ZONES } from '../../../../policies/profile.ts'
import { accountVersion } from '../../../domain/accounts/account-details.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import type { ProfileFieldsProps, ProfileValues } from '../../../web/ui/components/profile-fields.tsx'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { show } from '../shell/show.ts'
import { UserEdit } from './edit-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, operationsOf, showResult, withChangeableUser, withUser } from './subject.ts'

/** GET /users/:sub/edit */
export function editForm(page: UsersRequest): Promise<void> {
  return withChangeableUser(page, (account) =>
    showForm(page, 200, account, account.person, account.person.email_verified === true, []),
  )
}

/** POST /users/:sub/edit: what was typed is put on top of the very state that the form showed, or not at all. */
export function editUser(page: UsersRequest): Promise<void> {
  return withUser(page, async (account) => {
    const { form } = page
    const typed: ProfileValues = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, form.get(field)]))
    const proved = form.get('email_verified') === 'on'
    if (form.get('version') !== accountVersion(account)) return showConflict(page, account, typed, proved)
    const { changes, faults } = decideProfile(account.person, typed, PROFILE_FIELDS)
    if (faults.length > 0) return showForm(page, 422, account, typed, proved, faults)
    const same = Object.keys(changes).length === 0 && proved === (account.person.email_verified === true)
    if (same)
      return redirectWithFlash(page, userPath(account.sub), {
        tone: 'info',
        text: viewOf(page).t.users.acts.refused.unchanged,
      })
    const result = await operationsOf(page).edit(account.sub, accountVersion(account), {
      ...changes,
      email_verified: proved,
    })
    if (result.outcome === 'conflict') return withUser(page, (current) => showConflict(page, current, typed, proved))
    if (result.outcome === 'email-taken')
      return showForm(page, 422, account, typed, proved, [{ field: 'email', fault: 'email_proved_elsewhere' }])
    await showResult(page, account, result, (user) => viewOf(page).t.users.edit.done({ user }))
  })
}

/** Somebody else was faster: their changes stand in the form, and on top of them what this person really typed anew. */
async function showConflict(
  page: UsersRequest,
  current: Account,
  typed: ProfileValues,
  proved: boolean,
): Promise<void> {
  const base = baseIn(page.form.get('base'))
  const mine = PROFILE_FIELDS.filter((field) => (typed[field] ?? '').trim() !== (base.values[field] ?? ''))
  const values = { ...current.person, ...Object.fromEntries(mine.map((field) => [field, typed[field]])) }
  await showForm(
    page,
    409,
    current,
    values,
    proved === base.proved ? current.person.email_verified === true : proved,
    [],
    true,
  )
}

/** What the form showed when it was opened. It is compared, never trusted. */
function baseIn(text: string | undefined): { readonly values: ProfileValues; readonly proved: boolean } {
  try {
    const base = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>
    const textOf = (field: string): string => (typeof base[field] === 'string' ? base[field] : '')
    return {
      values: Object.fromEntries(PROFILE_FIELDS.map((field) => [field, textOf(field)])),
      proved: base.email_verified === true,
    }
  } catch {
    return { values: {}, proved: false }
  }
}

async function showForm(
  page: UsersRequest,
  status: number,
  account: Account,
  values: ProfileValues,
  emailVerified: boolean,
  faults: ProfileFieldsProps['faults'],
  conflict = false,
): Promise<void> {
  const { person } = account
  const base = Object.fromEntries([...PROFILE_FIELDS, 'email_verified' as const].map((field) => [field, person[field]]))
  await show(page, status, UserEdit, {
    user: headOf(account),
    form: {
      action: page.href(userPath(account.sub, 'edit')),
      hidden: { ...page.hidden, version: accountVersion(account), base: JSON.stringify(base) },
    },
    fields: PROFILE_FIELDS,
    values,
    faults,
    zones: TIME_ZONES,
    emailVerified,
    conflict,
  })
}
