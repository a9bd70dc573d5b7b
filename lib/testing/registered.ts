/** Users and clients of a test, with defaults for all that a test need not mention. */
import type { AccountInput, ClientInput } from '../config/configuration.ts'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import { checkConfiguration } from '../config/validate.ts'
import type { Account } from '../domain/accounts/account-record.ts'
import type { EmbeddedDirectory } from '../domain/accounts/embedded-directory.ts'
import { hashPassword } from '../domain/accounts/factors/passwords.ts'

/** Password of each test user who has no other, for tests that fill in the sign-in page. */
export const TEST_PASSWORD = 'a password for tests'

/** A user: an entry of `accounts` in the configuration. Only `username` is required. */
export type TestUser = Partial<AccountInput> & {
  /**
   * User name. Other defaults derive from it: `sub` (`u-alice`), `name` (`Alice`) and a verified `email`
   * (`alice@example.com`). The default password is `TEST_PASSWORD`.
   * @example 'alice'
   */
  readonly username: string
}

/** A client: an entry of `clients` in the configuration. Only `client_id` is required. */
export type TestClient = Partial<ClientInput> & {
  /**
   * Client ID. Without a `client_secret`, the client is public. Its default redirect URI is
   * `http://localhost/ID/callback`, its consent `trusted`, and its scopes are all that exist.
   * @example 'billing'
   */
  readonly client_id: string
}

/** Checks what TypeScript checks, for tests without types. @throws TypeError */
export function assertOptions(options: Readonly<Record<string, unknown>>): void {
  for (const [name, example] of [
    ['users', "username: 'alice'"],
    ['clients', "client_id: 'billing'"],
  ] as const) {
    const { [name]: list = [] } = options
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'object' && one !== null))
      throw new TypeError(`startIdp: ${name} must be a list of objects, such as [{ ${example} }]`)
  }
  for (const name of ['accounts', 'baseUrl', 'clock', 'mailer', 'storage', 'user'])
    if (options[name] !== undefined) throw new TypeError(`startIdp takes no ${name}: use users, port, travel, or inbox`)
  const { port = 0 } = options
  if (!(Number(port) >= 0 && Number(port) <= 65_535 && Number.isInteger(port)))
    throw new TypeError(`startIdp: port must be a number from 0 to 65535, not ${JSON.stringify(port)}`)
}

const BUILT_IN = ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions']

/** @param further scopes that the settings declare */
export function clientOf(client: TestClient, further: readonly string[]): ClientInput {
  if (client.gate !== undefined) return { client_type: 'confidential', ...client } as ClientInput
  return {
    client_type: client.client_secret === undefined ? 'public' : 'confidential',
    redirect_uris: [`http://localhost/${client.client_id}/callback`],
    consent: 'trusted',
    scopes: [...BUILT_IN, ...further],
    ...client,
  }
}

function accountOf({ username, ...user }: TestUser): AccountInput {
  const name = String(username)
  return {
    sub: `u-${encodeURIComponent(name)}`,
    username,
    name: name.replace(/@.*/, '').replace(/^./, (first) => first.toUpperCase()),
    email: name.includes('@') ? name : `${encodeURIComponent(name.toLowerCase()).slice(0, 64)}@example.com`,
    email_verified: true,
    ...user,
    ...(user.password === undefined && user.password_hash === undefined ? { password_hash: HASH } : {}),
  }
}

/** The hash of `TEST_PASSWORD`, because hashing takes longer than the rest of a start. */
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$dGVzdHMgb2YgYW4gYXBwIQ==$6zeNO1lMWf3JG84mR7mqWLAbn/vrCENot/lGaq2Nzw4='

/** The users as accounts, checked like those of the configuration. @throws ConfigError that names `users[…]` */
export async function accountsOf(users: readonly TestUser[], now: number): Promise<readonly Account[]> {
  const checked = checkConfiguration({ baseUrl: 'http://localhost', accounts: users.map(accountOf) })
  const inUsers = (text: string): string => text.replaceAll('accounts[', 'users[')
  if (checked.outcome === 'invalid')
    throw new ConfigError(
      checked.issues.map(({ code, path, expected, received, hint }) =>
        configIssue(code, inUsers(path), expected, inUsers(received), hint && inUsers(hint)),
      ),
    )
  return Promise.all(
    checked.settings.accounts.map(async ({ sub, username, password, password_hash: hash, status, ...person }) => ({
      sub,
      username,
      passwordHash: hash ?? (await hashPassword(password ?? TEST_PASSWORD)),
      status,
      source: 'administrator' as const,
      person,
      createdAt: now,
      changedAt: now,
    })),
  )
}

/** @throws ConfigError if two users share a name or an email address */
export async function createAccounts(directory: EmbeddedDirectory, accounts: readonly Account[]): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    const outcome = await directory.create(account)
    if (outcome !== 'created')
      throw new ConfigError([
        configIssue('E1005', `users[${index}]`, 'a sub, a username, and an email that no other user has', outcome),
      ])
  }
}
