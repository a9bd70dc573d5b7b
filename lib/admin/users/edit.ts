import { decideProfile, PROFILE_FIELDS, TIME_ZONES } from '../../../policies/profile.ts'
import { accountVersion } from '../../accounts/account-changes.ts'
import type { Account } from '../../accounts/account-record.ts'
import type { ProfileFieldsProps, ProfileValues } from '../../ui/components/profile-fields.tsx'
import { UserEdit } from '../../ui/screens/admin/users/user-edit.tsx'
import type { PanelRequest } from '../panel.ts'
import { assertMayChange, goOn, show, viewOf } from '../shell.ts'
import { actsOf, headOf, told, userPath, withUser } from './subject.ts'

/** GET /users/:sub/edit */
export function editForm(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) => {
    assertMayChange(page)
    if (account.source !== 'administrator')
      return goOn(page, userPath(account.sub), { tone: 'danger', text: viewOf(page).t.users.acts.refused['read-only'] })
    await showForm(page, 200, account, account.person, account.person.email_verified === true, [])
  })
}

/** POST /users/:sub/edit: what was typed is put on top of the very state that the form showed, or not at all. */
export function editUser(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) => {
    const { form } = page
    const typed: ProfileValues = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, form.get(field)]))
    const proved = form.get('email_verified') === 'on'
    const { changes, faults } = decideProfile(account.person, typed, PROFILE_FIELDS)
    if (faults.length > 0) return showForm(page, 422, account, typed, proved, faults)
    const same = Object.keys(changes).length === 0 && proved === (account.person.email_verified === true)
    if (same) return goOn(page, userPath(account.sub), { tone: 'info', text: viewOf(page).t.users.acts.refused.unchanged })
    const result = await actsOf(page).edit(account.sub, form.get('version') ?? '', { ...changes, email_verified: proved })
    if (result.outcome === 'conflict') return showForm(page, 409, account, typed, proved, [], true)
    await told(page, account, result, (user) => viewOf(page).t.users.edit.done({ user }))
  })
}

/** @param conflict somebody else was faster: what was typed stays, on top of the state now, to be sent again */
async function showForm(
  page: PanelRequest,
  status: number,
  account: Account,
  values: ProfileValues,
  emailVerified: boolean,
  faults: ProfileFieldsProps['faults'],
  conflict = false,
): Promise<void> {
  await show(page, status, UserEdit, {
    user: headOf(account),
    form: { action: page.href(userPath(account.sub, 'edit')), hidden: { ...page.hidden, version: accountVersion(account) } },
    fields: PROFILE_FIELDS, values, faults, zones: TIME_ZONES, emailVerified, conflict,
  })
}
