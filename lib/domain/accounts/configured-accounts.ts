import { endOf, endsOf, hasEnded, type RoleEnds } from '../../../policies/end-dates.ts'
import type { AccountSettings } from '../../config/configuration.ts'
import { defined } from '../../config/data/defined.ts'
import { ConfigError, type ConfigIssue, configIssue } from '../../config/issues/config-error.ts'
import type { Account, AccountList } from './account-record.ts'
import { accountsOf } from './account-search.ts'
import type { ConfiguredPasswords } from './configured-passwords.ts'
import { hashPassword, passwordMatches } from './factors/passwords.ts'
import { AddressTaken, type SignInNames } from './sign-in-names.ts'

interface ConfiguredDirectory extends AccountList {
  account(sub: string): Promise<Account | undefined>
  create(account: Account): Promise<string>
  change(sub: string, change: (account: Account) => Account): Promise<Account | undefined>
  remove(sub: string): Promise<unknown>
}

type Withdraw = (sub: string) => Promise<unknown>

export interface UpsertParts {
  readonly passwords: ConfiguredPasswords
  readonly now: () => number
}

/**
 * Writes the configured accounts to the store and removes accounts that are no longer configured.
 * @throws ConfigError with the path of every account whose name or email address is taken
 */
export async function upsertAccounts(
  directory: ConfiguredDirectory,
  withdraw: Withdraw,
  names: SignInNames,
  settings: readonly AccountSettings[],
  { passwords, now }: UpsertParts,
): Promise<void> {
  const upsert = (entry: AccountSettings): Promise<string | undefined> =>
    upsertOne(directory, withdraw, entry, { passwords, now })
  const refused: [number, AccountSettings][] = []
  for (const [index, entry] of settings.entries()) if ((await upsert(entry)) !== undefined) refused.push([index, entry])
  const configured = new Set(settings.map(({ sub }) => sub))
  for await (const { sub, source } of accountsOf(directory))
    if (source === 'configuration' && !configured.has(sub)) await directory.remove(sub)
  // Retry the failed accounts, because the accounts that held their names or email addresses may be gone by now.
  const issues: ConfigIssue[] = []
  for (const [index, entry] of refused) {
    const outcome = await upsert(entry)
    if (outcome === undefined) continue
    const key = outcome === 'email-taken' ? 'email' : 'username'
    const expected = 'a username and an email address that no other account has'
    issues.push(
      configIssue('E1005', `accounts[${index}].${key}`, expected, `${JSON.stringify(entry[key])}, ${outcome}`),
    )
  }
  // Update the index last, once every account has released its former email address.
  for (const { sub } of settings) await names.updateIndex(sub)
  if (issues.length > 0) throw new ConfigError(issues)
}

/** @returns undefined if the account is now in the store, otherwise the reason it is not */
async function upsertOne(
  directory: ConfiguredDirectory,
  withdraw: Withdraw,
  { sub, username, password, password_hash: givenHash, status, until, role_ends: roleEnds, ...person }: AccountSettings,
  { passwords, now }: UpsertParts,
): Promise<string | undefined> {
  const known = await directory.account(sub)
  const secret =
    givenHash === undefined ? await hashOf(sub, password ?? '', known, passwords) : { passwordHash: givenHash }
  const account: Account = {
    sub,
    username,
    ...secret,
    status,
    ...withoutEnded({ until, roleEnds }, person, now(), known),
    source: 'configuration',
    createdAt: known?.createdAt ?? now(),
    changedAt: known?.changedAt ?? now(),
    ...keptOf(known),
  }
  if (known !== undefined && known.username === username) {
    if (JSON.stringify({ ...known, changedAt: 0 }) !== JSON.stringify({ ...account, changedAt: 0 }))
      return directory
        .change(sub, (current) => ({
          ...account,
          ...withoutEnded({ until, roleEnds }, person, now(), current),
          ...keptOf(current),
        }))
        .then(() => undefined, outcomeOf)
    return undefined
  }
  if (known !== undefined) await withdraw(sub)
  const outcome = await directory.create(account)
  return outcome === 'created' || (outcome === 'sub-taken' && known === undefined) ? undefined : outcome
}

/** An ended role stays until the job has notified its apps and removed it (management/due-ends.ts). */
function withoutEnded(
  ends: { readonly until: string | undefined; readonly roleEnds: RoleEnds | undefined },
  person: Account['person'],
  now: number,
  stored: Account | undefined,
): Pick<Account, 'until' | 'roleEnds' | 'person'> {
  const isOpen = (role: string): boolean => {
    const end = endOf(ends.roleEnds, role)
    const waits = endOf(stored?.roleEnds, role) === end && stored?.person.roles?.includes(role)
    return waits === true || !hasEnded(end, now)
  }
  const roles = person.roles?.filter(isOpen)
  return {
    ...defined({ until: ends.until, roleEnds: endsOf(ends.roleEnds, roles) }),
    person: { ...person, ...defined({ roles }) },
  }
}

function outcomeOf(error: unknown): 'email-taken' {
  if (error instanceof AddressTaken) return 'email-taken'
  throw error
}

/** External identities and the last sign-in are not part of the configuration, so keep the stored ones. */
const keptOf = ({ identities, lastSignIn }: Partial<Account> = {}): Pick<Account, 'identities' | 'lastSignIn'> =>
  defined({ identities, lastSignIn })

/** Reuses the stored hash if the password is unchanged. */
async function hashOf(
  sub: string,
  password: string,
  known: Account | undefined,
  passwords: ConfiguredPasswords,
): Promise<Pick<Account, 'passwordHash' | 'configuredPassword'>> {
  const { passwordHash, configuredPassword } = known ?? {}
  if (passwordHash !== undefined && passwords.isSame({ sub, password, hash: passwordHash }, configuredPassword))
    return { passwordHash, ...(configuredPassword === undefined ? {} : { configuredPassword }) }
  const kept = passwordHash !== undefined && (await passwordMatches(password, passwordHash)) ? passwordHash : undefined
  const hash = kept ?? (await hashPassword(password))
  return { passwordHash: hash, configuredPassword: passwords.note({ sub, password, hash }) }
}
