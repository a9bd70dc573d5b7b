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
  /** A further condition. It may read the store, for every account that matches otherwise. */
  readonly where?: ((account: Account) => Promise<boolean>) | undefined
  /** Sorts by this value instead of the user name, if all accounts were read. */
  readonly order?: AccountOrder | undefined
}

export interface AccountOrder {
  readonly by: (account: Account) => string | number | Promise<number>
  readonly descending: boolean
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
  const { total = 0 } = await directory.list(undefined, 1)
  if (total > SCAN_MAX) {
    const { text } = filter
    const direct = cursor === undefined && text ? await directory.accountByUsername(text) : undefined
    const first = await keepWhere(direct !== undefined && matches(direct) ? [direct] : [], filter)
    return { total, ...(await scan(directory, filter, cursor, limit, first)) }
  }
  const all = await sorted(await keepWhere((await everyAccount(directory)).filter(matches), filter), filter)
  const from = pageStart(cursor, all.length, limit)
  return {
    accounts: all.slice(from, from + limit),
    total,
    matched: all.length,
    ...(from + limit < all.length ? { next: String(from + limit) } : {}),
  }
}

async function keepWhere(accounts: readonly Account[], { where }: AccountFilter): Promise<readonly Account[]> {
  if (where === undefined) return accounts
  const kept = await Promise.all(accounts.map(where))
  return accounts.filter((_, index) => kept[index])
}

async function sorted(accounts: readonly Account[], { order }: AccountFilter): Promise<readonly Account[]> {
  const { by = ({ username }: Account) => username, descending = false } = order ?? {}
  const keyed = await Promise.all(accounts.map(async (account) => ({ account, key: await by(account) })))
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
  const sign = descending ? -1 : 1
  return keyed
    .toSorted(
      (a, b) =>
        sign * compare(a.key, b.key) ||
        a.account.username.localeCompare(b.account.username) ||
        (a.account.sub < b.account.sub ? -1 : 1),
    )
    .map(({ account }) => account)
}

async function scan(
  directory: AccountList,
  filter: AccountFilter,
  cursor: string | undefined,
  limit: number,
  first: readonly Account[],
): Promise<Pick<AccountPage, 'accounts' | 'next'>> {
  const found = [...first]
  const matches = matcher(filter)
  let scanned = 0
  for await (const account of accountsOf(directory, cursor)) {
    scanned += 1
    const fits = matches(account) && account.sub !== first[0]?.sub
    if (fits && (await filter.where?.(account)) !== false) found.push(account)
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

function matcher({ text = '', role, anyRole }: AccountFilter): (account: Account) => boolean {
  const contains = matcherOf(text)
  return (account) =>
    (role === undefined || rolesOf(account).includes(role)) &&
    (anyRole === undefined || rolesOf(account).some((held) => anyRole.includes(held))) &&
    contains([account.username, account.sub, account.person.name ?? '', account.person.email ?? ''])
}
