import { OWN_ROLES } from '../../../../policies/roles.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { everyAccount, rolesOf, SCAN_MAX } from '../../../domain/accounts/account-search.ts'
import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { clientsByRole } from '../../../domain/management/role-operations.ts'
import { pageStart } from '../../../domain/page-start.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { formAt } from '../../first-party/page.ts'
import { appView } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import type { UserRow } from './list-rows-view.tsx'
import { UserList } from './list-view.tsx'
import { manyActs } from './many.ts'
import { RoleList } from './role-list-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, headOf, usersOf } from './subject.ts'

const PAGE = 25
/** Page size on request, for operations on many users. */
const LARGE_PAGE = 200
const TEXT_MAX_LENGTH = 200

/** GET /users?q=&role=&status=&cursor=: lists or searches users. Some hosts' directories can only be searched. */
export async function listUsers(page: UsersRequest): Promise<void> {
  const users = usersOf(page)
  const can = users.capabilities
  const requested = (name: string): string => page.query.get(name)?.trim().slice(0, TEXT_MAX_LENGTH) ?? ''
  const q = can.search ? requested('q') : ''
  const role = can.accounts ? requested('role') : ''
  const status = can.accounts ? statusIn(requested('status')) : ''
  const cursor = page.query.get('cursor') || undefined
  const size = requested('size') === String(LARGE_PAGE) ? LARGE_PAGE : PAGE
  const hrefOf = (at?: string, large = size === LARGE_PAGE): string =>
    withParameters(page.href('/users'), {
      ...{ q: given(q), role: given(role), status: given(status), cursor: at },
      size: large ? String(LARGE_PAGE) : undefined,
    })
  const found = await users.list(
    { text: q, ...(role === '' ? {} : { role }), ...(status === '' ? {} : { status }) },
    cursor,
    size,
  )
  const matched = found?.matched
  const from = pageStart(cursor, matched ?? 0, size)
  const isSecond = matched === undefined || from <= size
  await show(page, 200, UserList, {
    can,
    counts: can.accounts ? (await page.services.metrics.overview.read())?.users : undefined,
    rows: found && (await Promise.all(found.users.map((user) => rowOf(page, user)))),
    total: found?.total,
    filter: { q, role, status },
    // Read from the first accounts only, so it might lack the selected one.
    roles: can.accounts ? [...new Set([...(await users.knownRoles()), role])].filter(Boolean) : [],
    range:
      matched === undefined ? undefined : { from: from + 1, to: from + (found?.users.length ?? 0), total: matched },
    previousHref: cursor === undefined ? undefined : hrefOf(isSecond ? undefined : String(from - size)),
    nextHref: found?.next === undefined ? undefined : hrefOf(found.next),
    many: page.mayChange ? { form: formAt(page, '/users/many'), acts: manyActs(can) } : undefined,
    largeHref: size === PAGE && found?.next !== undefined ? hrefOf(cursor, true) : undefined,
  })
}

const statusIn = (text: string): Account['status'] | '' => (text === 'suspended' || text === 'active' ? text : '')

async function rowOf({ services }: UsersRequest, subject: ManagedUser): Promise<UserRow> {
  const { account } = subject
  const record = account && (await services.factors.read(account.sub))
  return {
    ...headOf(subject),
    mustChangePassword: account?.mustChangePassword === true,
    secondStep: [
      ...((record?.passkeys.length ?? 0) > 0 ? (['passkey'] as const) : []),
      ...(record?.totp === undefined ? [] : (['authenticator'] as const)),
    ],
  }
}

const given = (text: string): string | undefined => (text === '' ? undefined : text)

export async function listRoles(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const held = (await everyAccount(directory)).flatMap(rolesOf)
  const { total } = await directory.list(undefined, 1)
  const opened = await clientsByRole(page.services.clients)
  await show(page, 200, RoleList, {
    rows: [...new Set([...OWN_ROLES, ...held.toSorted()])].map((role) => ({
      role,
      holders: held.filter((one) => one === role).length,
      opens: (opened.get(role) ?? []).map((client) => appView(page, client.clientId, client)),
    })),
    counted: total > SCAN_MAX ? SCAN_MAX : undefined,
  })
}
