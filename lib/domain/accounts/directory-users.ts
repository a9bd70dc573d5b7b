/**
 * Users of a directory service beside the embedded directory. They are found and judged there; here each has an account without a
 * password, made at the first sign-in, so that factors, consents, sessions and suspension are kept as for everybody. A name that an
 * account of our own has is judged here alone: its user gets in while the service is away, and nobody there gets in as them.
 */
import { isDeepStrictEqual } from 'node:util'
import { canonicalUsername } from '../../../policies/username.ts'
import { untilDone } from '../documents.ts'
import { type Account, type AccountChanged, userOf } from './account-record.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'
import type { SignInDirectory, User } from './user-directory.ts'
import type { UsernameClaims } from './username-claims.ts'

/** What is asked of the service. Each throws when it cannot say. */
export interface DirectoryService {
  find(sub: string): Promise<User | undefined>
  findByLogin(username: string): Promise<User | undefined>
  authenticate(...asked: Parameters<SignInDirectory['authenticate']>): Promise<User | undefined>
  rejectUntried(username: string): Promise<void>
}

/** Who is meant by what was typed, and who judges the password. */
export interface MeantUser {
  readonly subject: string | undefined
  readonly judge: 'here' | 'directory'
}

export interface DirectoryUsers extends SignInDirectory {
  meant(text: string): Promise<MeantUser>
  /** As much work as a wrong password makes; none is tried. */
  rejectUntried(username: string): Promise<void>
}

export interface DirectoryUserParts {
  readonly embedded: EmbeddedDirectory
  readonly service: DirectoryService
  readonly claims: UsernameClaims
  readonly changed: AccountChanged
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function directoryUsers({ embedded, service, claims, changed, now }: DirectoryUserParts): DirectoryUsers {
  /** An account of our own. The service leaves blanks at the ends out, so they make no other name. */
  const knownHere = async (text: string): Promise<Account | undefined> => {
    const account = await embedded.accountMeant(text.trim())
    return account?.source === 'directory' ? undefined : account
  }
  /** The account of a user as the service has them now; undefined: their name, or their subject, is that of an account of our own. */
  const accountOf = (user: User): Promise<Account | undefined> => {
    const { sub, active: _active, preferred_username: name, ...person } = user
    let [username, canonical] = nameOf(name, sub)
    const isSame = (account: Account): boolean =>
      account.username === username && isDeepStrictEqual(account.person, person)
    return untilDone(async () => {
      const before = await embedded.account(sub)
      const isNewName = before === undefined || canonicalUsername(before.username) !== canonical
      // The account gets no name that is the verified address of another one.
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
        'tell-nobody',
      )
      const former = canonicalUsername(before.username)
      if (former !== undefined && former !== canonical) await claims.release(former, sub)
      if (after === undefined) return 'again'
      changed(before, after)
      return after
    })
  }
  /** Suspended here, or not to sign in there: not active. */
  const userHere = async (user: User): Promise<User | undefined> => {
    if (user.active === false) return user
    const account = await accountOf(user)
    return account === undefined ? undefined : userOf(account)
  }
  return {
    ...embedded,
    // What changes there is told to nobody here: it is asked for again.
    endsTokens: false,
    tellsRoles: false,
    async meant(text) {
      const account = await knownHere(text)
      if (account !== undefined) return { subject: account.sub, judge: 'here' }
      return { subject: (await service.findByLogin(text))?.sub, judge: 'directory' }
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

/** Nobody says here when a password of the service changes, so all of them have one stamp: with it a browser can be known, and trusted. */
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

/** A name that cannot be one here is left out. */
function nameOf(name: string | undefined, sub: string): readonly [username: string, canonical: string] {
  const canonical = name === undefined ? undefined : canonicalUsername(name)
  return name === undefined || canonical === undefined ? [sub, sub] : [name, canonical]
}
