import { OWN_ROLES } from '../../../../policies/roles.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { type AccountOrder, everyAccount, rolesOf, SCAN_MAX } from '../../../domain/accounts/account-search.ts'
import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { clientsByRole } from '../../../domain/management/role-operations.ts'
import { ACCOUNT_GROUPS, groupsOf, secondStepsOf } from '../../../domain/metrics/account-groups.ts'
import { pageStart } from '../../../domain/page-start.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { formAt, viewOf } from '../../first-party/page.ts'
import { sendTable } from '../shell/download.ts'
import { appView, namesOf } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import type { SortColumn, UserRow } from './list-rows-view.tsx'
import { UserList } from './list-view.tsx'
import { manyActs } from './many.ts'
import { RoleList } from './role-list-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, headOf, usersOf } from './subject.ts'

const PAGE = 25
/** Page size on request, for operations on many users. */
const LARGE_PAGE = 200
const TEXT_MAX_LENGTH = 200

/** What a request's query asks for. Some hosts' directories can only be searched. */
function queryOf(page: UsersRequest) {
  const { accounts, search } = usersOf(page).capabilities
  const requested = (name: string, isSupported = accounts): string | undefined =>
    (isSupported && page.query.get(name)?.trim().slice(0, TEXT_MAX_LENGTH)) || undefined
  const now = viewOf(page).now.getTime()
  const factorsOf = ({ sub }: Account) => page.services.factors.read(sub)
  const orders: Readonly<Record<SortColumn, AccountOrder['by']>> = {
    name: ({ person, username }) => person.name ?? username,
    'last-sign-in': ({ lastSignIn }) => lastSignIn?.at ?? 0,
    'second-step': async (account) => secondStepsOf(await factorsOf(account)).length,
    roles: (account) => rolesOf(account).join(' '),
    status: (account) => groupsOf(account, undefined, now).join(' '),
  }
  const sort = requested('sort') ?? ''
  const column = (Object.keys(orders) as SortColumn[]).find((name) => name === sort.replace(/^-/, ''))
  const group = ACCOUNT_GROUPS.find((one) => one === requested('status'))
  const [text, role] = [requested('q', search), requested('role')]
  const needsFactors = group === 'no-two-step' || group === 'invited'
  return {
    query: { q: text, role, status: group, sort: column && sort },
    sorts: (hrefOf: (sort: string) => string) => (name: SortColumn) => ({
      // The last sign-in first, names from A.
      href: hrefOf(sort === name || (sort === '' && name === 'last-sign-in') ? `-${name}` : name),
      now: column === name ? (sort === name ? ('ascending' as const) : ('descending' as const)) : undefined,
    }),
    filter: {
      ...(text === undefined ? {} : { text }),
      ...(role === undefined ? {} : { role }),
      where:
        group &&
        (async (account: Account) =>
          groupsOf(account, needsFactors ? await factorsOf(account) : undefined, now).includes(group)),
      order: column && { by: orders[column], descending: sort.startsWith('-') },
    },
  }
}

/** GET /users?q=&role=&status=&sort=&cursor=: lists or searches users. */
export async function listUsers(page: UsersRequest): Promise<void> {
  const users = usersOf(page)
  const can = users.capabilities
  const { query, sorts, filter } = queryOf(page)
  const cursor = page.query.get('cursor') || undefined
  const size = page.query.get('size') === String(LARGE_PAGE) ? LARGE_PAGE : PAGE
  const hrefOf = (changes: Readonly<Record<string, string | undefined>>): string =>
    withParameters(page.href('/users'), { ...query, size: size === PAGE ? undefined : String(size), ...changes })
  const found = await users.list(filter, cursor, size)
  const matched = found?.matched
  const from = pageStart(cursor, matched ?? 0, size)
  const isSecond = matched === undefined || from <= size
  await show(page, 200, UserList, {
    can,
    counts: can.accounts ? (await page.services.metrics.overview.read())?.users : undefined,
    rows: found && (await rowsOf(page, found.users)),
    total: found?.total,
    query,
    sorts: can.accounts && matched !== undefined ? sorts((sort) => hrefOf({ sort })) : undefined,
    // Read from the first accounts only, so it might lack the selected one.
    roles: can.accounts ? [...new Set([...(await users.knownRoles()), query.role ?? ''])].filter(Boolean) : [],
    range:
      matched === undefined ? undefined : { from: from + 1, to: from + (found?.users.length ?? 0), total: matched },
    previousHref: cursor === undefined ? undefined : hrefOf({ cursor: isSecond ? undefined : String(from - size) }),
    nextHref: found?.next === undefined ? undefined : hrefOf({ cursor: found.next }),
    exportHref:
      can.accounts && page.mayLook
        ? withParameters(page.href('/users/export'), { format: 'csv', ...query })
        : undefined,
    many: page.mayHelp ? { form: formAt(page, '/users/many'), acts: manyActs(page, can) } : undefined,
    largeHref: size === PAGE && found?.next !== undefined ? hrefOf({ cursor, size: String(LARGE_PAGE) }) : undefined,
  })
}

async function rowsOf(page: UsersRequest, users: readonly ManagedUser[]): Promise<readonly UserRow[]> {
  const { factors, pauses } = page.services
  const clients = users.map(({ account }) => account?.lastSignIn?.client)
  const names = await namesOf(page, [], clients)
  return Promise.all(
    users.map(async (subject): Promise<UserRow> => {
      const { account, user } = subject
      if (account === undefined) return { ...headOf(subject), groups: [], secondStep: [] }
      const [record, pause] = await Promise.all([factors.read(user.sub), pauses.of({ sub: user.sub })])
      const { at, client } = account.lastSignIn ?? {}
      return {
        ...headOf(subject),
        secondStep: secondStepsOf(record),
        groups: groupsOf(account, record, viewOf(page).now.getTime()),
        pausedUntil: pause.until,
        lastSignIn:
          at === undefined
            ? undefined
            : { at: new Date(at), app: client === undefined ? undefined : names.app(client) },
      }
    }),
  )
}

/** GET /users/export: all users that the query lists, with the names of apps. */
export async function exportUsers(page: UsersRequest): Promise<void> {
  directoryOf(page)
  const { filter } = queryOf(page)
  const { list } = usersOf(page)
  async function* rows(): AsyncGenerator<UserRow> {
    for (let cursor: string | undefined; ; ) {
      const { users = [], next } = (await list(filter, cursor, LARGE_PAGE)) ?? {}
      yield* await rowsOf(page, users)
      if (next === undefined) return
      cursor = next
    }
  }
  await sendTable<UserRow>(
    page.context,
    'users',
    'csv',
    {
      username: ({ username }) => username,
      name: ({ name }) => name,
      email: ({ email }) => email,
      roles: ({ roles }) => roles,
      status: ({ status }) => status,
      last_sign_in: ({ lastSignIn }) => lastSignIn?.at.toISOString(),
      last_app: ({ lastSignIn }) => lastSignIn?.app?.name,
      second_step: ({ secondStep }) => secondStep,
      sub: ({ sub }) => sub,
    },
    rows(),
  )
}

export async function listRoles(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const held = (await everyAccount(directory)).flatMap(rolesOf)
  const { total = 0 } = await directory.list(undefined, 1)
  const opened = await clientsByRole(page.services.clients, viewOf(page).now.getTime())
  await show(page, 200, RoleList, {
    rows: [...new Set([...OWN_ROLES, ...held.toSorted()])].map((role) => ({
      role,
      holders: held.filter((one) => one === role).length,
      opens: (opened.get(role) ?? []).map((client) => appView(page, client.clientId, client)),
    })),
    counted: total > SCAN_MAX ? SCAN_MAX : undefined,
  })
}
