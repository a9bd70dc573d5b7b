/**
 * Users of a directory service, next to the embedded directory. The service finds users and checks passwords. Their
 * accounts here have no password and are made at the first sign-in, for factors, consents, sessions and suspension. An
 * embedded account's name is checked only here: it works during an outage, and no directory user can take it.
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
  /** Does the work of a wrong password without trying one. */
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
  /** An embedded account. The service ignores blanks at both ends, so they make no other name. */
  const knownHere = async (text: string): Promise<Account | undefined> => {
    const account = await embedded.accountNamed(text.trim())
    return account?.source === 'directory' ? undefined : account
  }
  /** The account with the service's current details; undefined if an embedded account has the name or the subject. */
  const accountOf = (user: User): Promise<Account | undefined> => {
    const { sub, active: _active, preferred_username: name, ...person } = user
    let [username, canonical] = nameOf(name, sub)
    const isSame = (account: Account): boolean =>
      account.username === username && isDeepStrictEqual(account.person, person)
    return untilDone(async () => {
      const before = await embedded.account(sub)
      const isNewName = before === undefined || canonicalUsername(before.username) !== canonical
      // An account gets no name that is another account's verified email address.
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
  /** Not active if suspended here or disabled at the service. */
  const userHere = async (user: User): Promise<User | undefined> => {
    if (user.active === false) return user
    const account = await accountOf(user)
    return account === undefined ? undefined : userOf(account)
  }
  return {
    ...embedded,
    // The service reports no changes, so every refresh looks the user up again.
    endsTokens: false,
    reportsRoles: false,
    async userNamed(text) {
      const account = await knownHere(text)
      if (account !== undefined) return { subject: account.sub, checkedBy: 'local' }
      return { subject: (await service.findByLogin(text))?.sub, checkedBy: 'directory' }
    },
    async find(sub) {
      const account = await embedded.account(sub)
      if (account?.source !== 'directory') return account && userOf(account)
      if (account.status === 'suspended') return userOf(account)
      const user = await service.find(sub)
      return user === undefined ? undefined : userHere(user)
    },
    async authenticate(login, hash, send) {
      if ((await knownHere(login.username)) !== undefined) return embedded.authenticate(login, hash)
      const user = await service.authenticate(login, hash, send)
      return user === undefined ? undefined : userHere(user)
    },
    rejectUntried: service.rejectUntried,
    passwordStampOf: async (sub) =>
      (await embedded.passwordStampOf(sub)) ??
      ((await embedded.account(sub))?.source === 'directory' ? STAMP_OF_SERVICE : undefined),
  }
}

/** The service reports no password changes, so all passwords share one stamp. A browser can be trusted with it. */
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

/** The subject replaces a name that is invalid here. */
function nameOf(name: string | undefined, sub: string): readonly [username: string, canonical: string] {
  const canonical = name === undefined ? undefined : canonicalUsername(name)
  return name === undefined || canonical === undefined ? [sub, sub] : [name, canonical]
}
