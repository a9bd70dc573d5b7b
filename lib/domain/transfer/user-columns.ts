import { defined } from '../../config/data/defined.ts'
import NAMES from './user-columns.json' with { type: 'json' }

export type UserColumn = 'email' | 'name' | 'given_name' | 'family_name' | 'username' | 'roles' | 'locale' | 'until'

export const USER_COLUMNS = Object.keys(NAMES) as readonly UserColumn[]

/** Whether the columns name the user of a row. */
export const nameUsers = (columns: readonly (UserColumn | null)[]): boolean =>
  columns.includes('email') || columns.includes('username')

/** A detail that two columns have. */
export const repeatedIn = (columns: readonly (UserColumn | null)[]): UserColumn | undefined =>
  columns.find((column, index) => column !== null && columns.indexOf(column) !== index) ?? undefined

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The user's detail in each column of a CSV file, guessed from the header; null for a column to ignore. */
export function columnsIn(header: readonly string[]): readonly (UserColumn | null)[] {
  const taken = new Set<string>()
  return header.map((cell) => {
    const column = USER_COLUMNS.find((name) => NAMES[name].split(' ').includes(plain(cell)))
    if (column === undefined || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

export type CsvUser = Readonly<Partial<Record<Exclude<UserColumn, 'roles'>, string>> & { roles?: readonly string[] }>

/** The user in a row. Without a column for it, the username is the email address. */
export function userInRow(columns: readonly (UserColumn | null)[], cells: readonly string[]): CsvUser {
  const of = (column: UserColumn): string | undefined =>
    cells[columns.indexOf(column)]?.replaceAll(/\s+/g, ' ') || undefined
  const [email, given, family] = [of('email'), of('given_name'), of('family_name')]
  const roles = of('roles')
    ?.toLowerCase()
    .split(/[\s,;|]+/)
  return defined({
    email,
    username: of('username') ?? email,
    name: of('name') ?? ([given, family].filter(Boolean).join(' ') || undefined),
    given_name: given,
    family_name: family,
    locale: of('locale'),
    until: of('until'),
    roles: roles && [...new Set(roles.filter((role) => role !== ''))],
  })
}
