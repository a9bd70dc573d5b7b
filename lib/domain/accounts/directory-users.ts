/**
 * Users from a directory service, alongside the embedded directory. The service looks up users and checks passwords.
 * Portico creates an account without a password at each user's first sign-in, to record the user's factors, consents,
 * and sessions, and whether the user is suspended. Only Portico checks the passwords of embedded accounts, so embedded
 * accounts keep working while the directory service is down, and no directory user can take over their names.
 */
import { isDeepStrictEqual } from 'node:util'
import { canonicalUsername } from '../../../policies/username.ts'
import { untilDone } from '../documents.ts'
import { type Account, type AccountChanged, userOf } from './account-record.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'
import type { SignInDirectory, User } from './user-directory.ts'
import type { UsernameClaims } from './username-claims.ts'

/** Each function throws when the service is unavailable. */
export interface DirectoryService {
  find(sub: string): Promise<User | undefined>
  findByLogin(username: string): Promise<User | undefined>
  authenticate(...asked: Parameters<SignInDirectory['authenticate']>): Promise<User | undefined>
  rejectUntried(username: string): Promise<void>
}

/** The user that the typed text identifies, and where the password is checked. */
export interface NamedUser {
  readonly subject: string | undefined
  readonly checkedBy: 'local' | 'directory'
}

export interface DirectoryUsers extends SignInDirectory {
  userNamed(text: string): Promise<NamedUser>
  /** Does the same work as rejecting a wrong password, but without checking a password. */
  rejectUntried(username: string): Promise<void>
}

export interface DirectoryUserParts {
  readonly embedded: EmbeddedDirectory
  readonly service: DirectoryService
  readonly claims: UsernameClaims
  readonly changed: AccountChanged
  readonly now: () => number
}

export function directoryUsers({ embedded, service, claims, changed, now }: DirectoryUserParts): DirectoryUsers {
  /** Finds an embedded account. The directory service ignores surrounding spaces, so they are trimmed here too. */
  const knownHere = async (text: string): Promise<Account | undefined> => {
    const account = await embedded.accountNamed(text.trim())
    return account?.source === 'directory' ? undefined : account
  }
  /** Updates or creates the user's account; undefined if an embedded account already has the name or subject. */
  const accountOf = (user: User): Promise<Account | undefined> => {
    const { sub, active: _active, preferred_username: name, ...person } = user
    let [username, canonical] = nameOf(name, sub)
    const isSame = (account: Account): boolean =>
      account.username === username && isDeepStrictEqual(account.person, person)
    return untilDone(async () => {
      const before = await embedded.account(sub)
      const isNewName = before === undefined || canonicalUsername(before.username) !== canonical
      // Never give an account a name that is another account's verified email address.
      if (isNewName && (await embedded.isAddressOfAnother(canonical, sub))) [username, canonical] = [sub, sub]
      if ((await claimName({ claims, embedded }, canonical, sub)) === 'known-here') return undefined
      if (isNewName && (await embedded.isAddressOfAnother(canonical, sub))) {
        await claims.withdraw(canonical, sub)
        return 'again'
      }
      if (before === undefined) {
        const made = { createdAt: now(), changedAt: now() }
        const account: Account = { sub, username, status: 'active', source: 'directory', person, ...made }
        if ((await embedded.create(account)) !== 'created') return 'again'
        changed(undefined, account)
        return account
      }
      if (before.source !== 'directory') return undefined
      if (isSame(before)) return before
      const after = await embedded.change(
        sub,
        (current) => (isSame(current) ? current : { ...current, username, person }),
        'silent',
      )
      const former = canonicalUsername(before.username)
      if (former !== undefined && former !== canonical) await claims.release(former, sub)
      if (after === undefined) return 'again'
      changed(before, after)
      return after
    })
  }
  /** Returns the user, marked as inactive if suspended in Portico or disabled in the directory service. */
  const userHere = async (user: User): Promise<User | undefined> => {
    if (user.active === false) return user
    const account = await accountOf(user)
    return account === undefined ? undefined : userOf(account, now())
  }
  return {
    ...embedded,
    // The service does not report changes, so every refresh looks up the user again.
    endsTokens: false,
    reportsRoles: false,
    async userNamed(text) {
      const account = await knownHere(text)
      if (account !== undefined) return { subject: account.sub, checkedBy: 'local' }
      return { subject: (await service.findByLogin(text))?.sub, checkedBy: 'directory' }
    },
    async find(sub) {
      const account = await embedded.account(sub)
      if (account?.source !== 'directory') return account && userOf(account, now())
      const here = userOf(account, now())
      if (here.active === false) return here
      const user = await service.find(sub)
      return user === undefined ? undefined : userHere(user)
    },
    async authenticate(login, hash, send) {
      if ((await knownHere(login.username)) !== undefined) return embedded.authenticate(login, hash)
      const user = await service.authenticate(login, hash, send)
      const here = user && (await userHere(user))
      return here && { ...here, passwordIsFixed: true }
    },
    rejectUntried: service.rejectUntried,
    passwordStampOf: async (sub) =>
      (await embedded.passwordStampOf(sub)) ??
      ((await embedded.account(sub))?.source === 'directory' ? STAMP_OF_SERVICE : undefined),
  }
}

/** Used as every password's stamp. Trusted browsers need a stamp, but the service does not report password changes. */
const STAMP_OF_SERVICE = 'directory'

const claimName = (
  { claims, embedded }: Pick<DirectoryUserParts, 'claims' | 'embedded'>,
  canonical: string,
  sub: string,
): Promise<'claimed' | 'known-here'> =>
  untilDone(async () => {
    if ((await claims.claim(canonical, sub, 'directory')) === 'claimed') return 'claimed'
    const holder = await claims.holderOf(canonical)
    if (holder === undefined) return 'again'
    if ((await embedded.account(holder))?.source !== 'directory') return 'known-here'
    await claims.pass(canonical, holder, sub)
    return 'again'
  })

/** Falls back to the subject if the name is not valid in Portico. */
function nameOf(name: string | undefined, sub: string): readonly [username: string, canonical: string] {
  const canonical = name === undefined ? undefined : canonicalUsername(name)
  return name === undefined || canonical === undefined ? [sub, sub] : [name, canonical]
}
