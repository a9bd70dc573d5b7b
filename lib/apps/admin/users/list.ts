import { OWN_ROLES } from '../../../../policies/roles.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { everyAccount, rolesOf, SCAN_MAX, searchAccounts } from '../../../domain/accounts/account-search.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import type { FactorRecord } from '../../../domain/accounts/factors/factor-record.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { show } from '../shell/show.ts'
import { UserList, type UserRow } from './list-view.tsx'
import { RoleList } from './role-list-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, headOf } from './subject.ts'

const PAGE = 25

/** GET /users?q=&role=&status=&cursor= */
export async function listUsers(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const asked = (name: string): string => page.query.get(name)?.trim().slice(0, 200) ?? ''
  const [q, role, cursor] = [asked('q'), asked('role'), asked('cursor')]
  const status: Account['status'] | '' =
    asked('status') === 'suspended' ? 'suspended' : asked('status') === 'active' ? 'active' : ''
  const hrefOf = (at: string): string =>
    withParameters(page.href('/users'), { q: given(q), role: given(role), status: given(status), cursor: given(at) })
  const found = await searchAccounts(
    directory,
    { text: q, ...(role === '' ? {} : { role }), ...(status === '' ? {} : { status }) },
    given(cursor),
    PAGE,
  )
  const from = Math.max(0, Number(cursor) || 0)
  const counts = await page.services.overview.read()
  await show(page, 200, UserList, {
    counts: counts?.users,
    rows: await Promise.all(
      found.accounts.map(async (account) => ({
        ...headOf(account),
        mustChangePassword: account.mustChangePassword === true,
        secondStep: kindsIn(await page.services.factors.read(account.sub)),
      })),
    ),
    total: found.total,
    filter: { q, role, status },
    roles: await rolesInUse(directory),
    range:
      found.matched === undefined
        ? undefined
        : { from: from + 1, to: from + found.accounts.length, total: found.matched },
    previousHref:
      cursor === '' ? undefined : hrefOf(found.matched === undefined || from <= PAGE ? '' : String(from - PAGE)),
    nextHref: found.next === undefined ? undefined : hrefOf(found.next),
  })
}

const kindsIn = (record: FactorRecord | undefined): UserRow['secondStep'] => [
  ...((record?.passkeys.length ?? 0) > 0 ? (['passkey'] as const) : []),
  ...(record?.totp === undefined ? [] : (['authenticator'] as const)),
]

const given = (text: string): string | undefined => (text === '' ? undefined : text)

/** GET /roles */
export async function listRoles(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const accounts = await everyAccount(directory)
  const held = accounts.flatMap(rolesOf)
  const { total } = await directory.list(undefined, 1)
  await show(page, 200, RoleList, {
    rows: distinct(held).map((role) => ({ role, holders: held.filter((one) => one === role).length })),
    all: total <= SCAN_MAX,
  })
}

/** Roles of the service first, then those of the accounts by name. */
export async function rolesInUse(directory: EmbeddedDirectory): Promise<readonly string[]> {
  return distinct((await everyAccount(directory)).flatMap(rolesOf))
}

const distinct = (held: readonly string[]): readonly string[] => [...new Set([...OWN_ROLES, ...held.toSorted()])]
