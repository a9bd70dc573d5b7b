import { pageStart } from '../page-start.ts'
import { pagesOf } from '../pages-of.ts'
import { matcherOf } from '../search-terms.ts'
import type { Account, AccountList } from './account-record.ts'

/** Up to this many users are read and sorted in full. In larger directories, each page scans at most this many. */
export const SCAN_MAX = 2_000

export interface AccountFilter {
  /** Text to search for in the user name, name, email address, and subject. */
  readonly text?: string
  readonly role?: string
  /** Matches accounts with any of these roles. */
  readonly anyRole?: readonly string[]
  readonly status?: Account['status']
}

export interface AccountPage {
  readonly accounts: readonly Account[]
  /** Total number of accounts, including those that do not match. */
  readonly total: number
  /** Number of matches; undefined unless all accounts were read. */
  readonly matched?: number
  /** Cursor for the next page. */
  readonly next?: string
}

export const rolesOf = ({ person }: Account): readonly string[] => person.roles ?? []

/** Finds accounts with a bounded number of reads. @param cursor `next` from the previous page */
export async function searchAccounts(
  directory: AccountList & { accountByUsername(username: string): Promise<Account | undefined> },
  filter: AccountFilter,
  cursor: string | undefined,
  limit: number,
): Promise<AccountPage> {
  const matches = matcher(filter)
  const { total } = await directory.list(undefined, 1)
  if (total > SCAN_MAX) {
    const { text } = filter
    const direct = cursor === undefined && text ? await directory.accountByUsername(text) : undefined
    const first = direct !== undefined && matches(direct) ? [direct] : []
    return { total, ...(await scan(directory, matches, cursor, limit, first)) }
  }
  const all = (await everyAccount(directory))
    .filter(matches)
    .toSorted((a, b) => a.username.localeCompare(b.username) || (a.sub < b.sub ? -1 : 1))
  const from = pageStart(cursor, all.length, limit)
  return {
    accounts: all.slice(from, from + limit),
    total,
    matched: all.length,
    ...(from + limit < all.length ? { next: String(from + limit) } : {}),
  }
}

async function scan(
  directory: AccountList,
  matches: (account: Account) => boolean,
  cursor: string | undefined,
  limit: number,
  first: readonly Account[],
): Promise<Pick<AccountPage, 'accounts' | 'next'>> {
  const found = [...first]
  let scanned = 0
  for await (const account of accountsOf(directory, cursor)) {
    scanned += 1
    if (matches(account) && account.sub !== first[0]?.sub) found.push(account)
    if (found.length === limit || scanned === SCAN_MAX) return { accounts: found, next: account.sub }
  }
  return { accounts: found }
}

/** Returns all accounts, or only the first `SCAN_MAX` if there are more. */
export async function everyAccount(directory: AccountList): Promise<readonly Account[]> {
  const all: Account[] = []
  for await (const account of accountsOf(directory)) if (all.push(account) === SCAN_MAX) break
  return all
}

export async function* accountsOf(directory: AccountList, from?: string): AsyncGenerator<Account> {
  const read = async (after: string | undefined, limit: number) => (await directory.list(after, limit)).accounts
  for await (const page of pagesOf(read, ({ sub }) => sub, from)) yield* page
}

function matcher({ text = '', role, anyRole, status }: AccountFilter): (account: Account) => boolean {
  const contains = matcherOf(text)
  return (account) =>
    (status === undefined || account.status === status) &&
    (role === undefined || rolesOf(account).includes(role)) &&
    (anyRole === undefined || rolesOf(account).some((held) => anyRole.includes(held))) &&
    contains([account.username, account.sub, account.person.name ?? '', account.person.email ?? ''])
}
