import { decideProfile } from '../../../../policies/profile.ts'
import { isRoleName } from '../../../../policies/roles.ts'
import { canonicalUsername, typedName, USERNAME_MAX_LENGTH } from '../../../../policies/username.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, takePageForm, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { UserCreate, type UserCreateProps, type UserFormValues } from './create-view.tsx'
import { UserAgain } from './one-time-password-view.tsx'
import type { UsersRequest } from './services.ts'
import { accountHead, directoryOf, operationsOf, showOnce, usersOf } from './subject.ts'
import { type UserFormIssue, userName } from './user-props.tsx'

/** Maximum number of role checkboxes. Any other role can be typed. */
const ROLES_OFFERED = 200

export async function createUserForm(page: UsersRequest): Promise<void> {
  directoryOf(page)
  await showForm(page, 200, { username: '', name: '', email: '', other_roles: '', how: 'invite' }, [], [])
}

/** POST /users: only this response ever contains the one-time password. */
export async function createUser(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const typed = (name: string): string => typedName(page.form.get(name) ?? '')
  const values: UserFormValues = {
    username: typed('username'),
    name: typed('name'),
    email: typed('email'),
    other_roles: typed('other_roles'),
    how: page.services.outbox.emailLedger !== undefined && page.form.get('how') === 'invite' ? 'invite' : 'password',
  }
  const ticked = page.formLists.get('role') ?? []
  const roles = [...new Set([...ticked, ...values.other_roles.split(/[\s,]+/).filter((role) => role !== '')])]
  const issues = issuesOf(values, roles)
  if (issues.length > 0) return showForm(page, 422, values, ticked, issues)
  const use = await takePageForm(page, values.username)
  if (use.use === 'again') {
    const account = await directory.accountByUsername(use.about)
    return show(page, 409, UserAgain, {
      act: account === undefined ? 'nothing' : 'created',
      href: page.href(account === undefined ? '/users/new' : userPath(account.sub)),
    })
  }
  const invites = values.how === 'invite'
  const result = await operationsOf(page)[invites ? 'inviteByEmail' : 'invite'](values.username, {
    ...(values.name === '' ? {} : { name: values.name }),
    ...(values.email === '' ? {} : { email: values.email, email_verified: false }),
    ...(roles.length === 0 ? {} : { roles }),
  })
  if (result.outcome === 'done' && result.oneTimePassword !== undefined)
    return showOnce(page, 'created', result.account, result.oneTimePassword)
  if (result.outcome === 'done') {
    const text = viewOf(page).t.users.form.invited({
      user: userName(accountHead(page, result.account)),
      address: isolate(values.email),
    })
    return redirectWithFlash(page, userPath(result.account.sub), 'ok', text)
  }
  await use.release()
  const refused = USERNAME_ISSUES[result.outcome as keyof typeof USERNAME_ISSUES]
  if (refused !== undefined)
    return showForm(page, refused.status, values, ticked, [{ field: 'username', code: refused.code }])
  throw new Error(`adding a user cannot end in ${result.outcome}`)
}

const USERNAME_ISSUES = {
  'username-taken': { status: 409, code: 'username_taken' },
  'username-retired': { status: 409, code: 'username_retired' },
  'username-unusable': { status: 422, code: 'username_unusable' },
} as const

function issuesOf({ username, name, email, how }: UserFormValues, roles: readonly string[]): UserCreateProps['issues'] {
  const issues: UserCreateProps['issues'][number][] = []
  if (username === '') issues.push({ field: 'username', code: 'username_missing' })
  else if (username.length > USERNAME_MAX_LENGTH) issues.push({ field: 'username', code: 'too_long' })
  else if (canonicalUsername(username) === undefined) issues.push({ field: 'username', code: 'username_unusable' })
  if (how === 'invite' && email === '') issues.push({ field: 'email', code: 'email_missing' })
  const details = decideProfile({}, { name, email }, ['name', 'email']).issues
  return [
    ...issues,
    ...details.map(({ field, code }) => ({ field: field as 'name' | 'email', code: code as UserFormIssue })),
    ...(roles.every(isRoleName) ? [] : [{ field: 'other_roles', code: 'role_unusable' } as const]),
  ]
}

async function showForm(
  page: UsersRequest,
  status: number,
  values: UserFormValues,
  ticked: readonly string[],
  issues: UserCreateProps['issues'],
): Promise<void> {
  const known = (await usersOf(page).knownRoles()).slice(0, ROLES_OFFERED)
  await show(page, status, UserCreate, {
    form: formAt(page, '/users', oneTimeFields(page)),
    values,
    mayInvite: page.services.outbox.emailLedger !== undefined,
    roles: { known, ticked },
    issues,
  })
}
