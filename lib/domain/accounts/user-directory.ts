import { endIn, hasEnded } from '../../../policies/end-dates.ts'
import type { PasswordFacts } from '../../../policies/new-password.ts'
import { PROFILE_FIELDS, type ProfileChanges, type ProfileField } from '../../../policies/profile.ts'
import type { InTurn } from './factors/hashing-queue.ts'
import type { SecondFactorRepositories } from './factors/second-factors.ts'
import { type CallHost, withTimeout } from './host-call.ts'
import { type User, userIn } from './user.ts'
import type { UserAdministration } from './user-administration.ts'

export type { User } from './user.ts'

/** A user whose password was correct. */
export interface Authenticated extends User {
  /** Security stamp of the password, if the directory returns it directly; see `passwordStampOf`. */
  readonly passwordStamp?: string
  /** Set if Portico cannot change this user's password, so that it never asks the user for another one. */
  readonly passwordIsFixed?: boolean
}

/** The user name and password of a sign-in. */
export interface Login {
  /** User name or email address, as typed. */
  readonly username: string
  /** Password in plain text, as typed. */
  readonly password: string
}

/** Only two functions are required (D-A1). A failure results in a 503 response, never in "no such user". */
export interface UserDirectory extends SignInDirectory, UserAdministration {}

/** The part of a user directory that sign-ins and the portal use. */
export interface SignInDirectory extends SecondFactorRepositories {
  /** The user with this subject; undefined if there is none. */
  find(sub: string): User | undefined | Promise<User | undefined>
  /**
   * Returns the user with this user name and password, otherwise undefined. Must take the same time either way. A
   * suspended user (`active: false`) with the correct password is informed of the suspension; return undefined to hide
   * it.
   * @param hash runs expensive work when its turn comes; the embedded directory uses it to hash, but yours need not
   * @param send call before sending the password to a server that counts failures; if it returns false, do not send it
   */
  authenticate(
    login: Login,
    hash?: InTurn,
    send?: () => boolean,
  ): Authenticated | undefined | Promise<Authenticated | undefined>
  /**
   * Security stamp of the current password, which changes with the password but reveals nothing about it. With stamps,
   * a pending sign-in ends when the password is replaced; without them, it ends only when all sessions end.
   */
  passwordStampOf?(sub: string): string | undefined | Promise<string | undefined>
  /**
   * True if suspending or removing a user also calls `sso.sessions.endAll(sub)` in the same step. A refresh then does
   * not need to look up the user. The embedded directory does this.
   */
  readonly endsTokens?: boolean
  /**
   * True if every role change also calls `sso.sessions.rolesChanged(sub)` in the same step. A refresh for an app that
   * is limited to certain roles then does not need to look up the user. The embedded directory does this.
   */
  readonly reportsRoles?: boolean
  /** For directories with one-time passwords, which users must replace when they first sign in. */
  readonly oneTimePasswords?: OneTimePasswords
  /**
   * Sets a password that the user chose after a recovery email, or at a sign-in with a weak one. With `findByLogin`
   * and `passwordStampOf`, it enables "Forgot your password?" if Portico sends emails. After a recovery, Portico ends
   * the user's sessions and tokens. `outdated`: the current password has a different stamp.
   * @param hash as in `authenticate`
   */
  setPassword?(change: PasswordChange, hash?: InTurn): PasswordSetting | Promise<PasswordSetting>
  /** Finds a user by user name or email address. Must take the same time with or without a match. */
  findByLogin?(text: string): User | undefined | Promise<User | undefined>
  /**
   * Returns the user that an external identity belongs to, if any. Enables `login.upstreams`. Match issuer and subject
   * together, never an email address or name, because a different provider could claim the same one.
   */
  forIdentity?(identity: ExternalIdentity): User | undefined | Promise<User | undefined>
  /** Changes details at the user's request. Enables the form on the portal's profile page. */
  updateProfile?(change: ProfileChange): ProfileOutcome | Promise<ProfileOutcome>
  /** The fields that this user can change; return an empty list for none. @default all fields in the form */
  profileFields?(sub: string): readonly ProfileField[] | Promise<readonly ProfileField[]>
}

/** A user at an external provider (D-A5). */
export interface ExternalIdentity {
  /** Issuer of the provider (`iss`). */
  readonly issuer: string
  /** Identifier of the user at the provider (`sub`). */
  readonly subject: string
  /** Claims from the ID token and userinfo, unchanged. Only their origin is verified. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** Why an account with the right password cannot be used. */
export type Unusable = 'suspended' | 'ended'

/** Details that a user wants to change. */
export interface ProfileChange {
  /** Subject of the user. */
  readonly sub: string
  /** Only the changed fields; null clears a field. A new email address is unverified. */
  readonly changes: ProfileChanges
}

/** `refused`: not allowed for this user. `proof-needed`: updated, but the new email address must first be verified. */
export type ProfileOutcome = 'updated' | 'proof-needed' | 'refused' | 'email-taken' | 'missing'

/** One-time passwords that a user must replace before the sign-in continues. */
export interface OneTimePasswords {
  /** Security stamp of the current password if the user must replace it; otherwise undefined. */
  stampOf(sub: string): string | undefined | Promise<string | undefined>
  /** Sets the new password if it differs from the current one and the stamp matches. @param hash see `authenticate` */
  replace(change: PasswordChange, hash?: InTurn): PasswordOutcome | Promise<PasswordOutcome>
}

/** `outdated`: the stamp no longer matches. `refused`: the directory does not allow the change. */
export type PasswordSetting = 'changed' | 'outdated' | 'refused'

/** A new password, and the stamp of the password that it replaces. */
export interface PasswordChange {
  /** Subject of the user. */
  readonly sub: string
  /** Security stamp of the password to replace; empty if there is none. */
  readonly stamp: string
  /** New password in plain text. */
  readonly password: string
}

/** `same-password`: equal to the one-time password. `outdated`: the stamp no longer matches. */
export type PasswordOutcome = 'replaced' | 'same-password' | 'outdated'

/**
 * The directory as Portico uses it: calls are time-limited, and failures become denials. Repositories and functions
 * that the directory does not provide are undefined.
 */
export type Users = ReturnType<typeof users>

export function users(
  directory: SignInDirectory,
  call: CallHost,
  /** What a user's password is checked against. */
  passwordFacts: (user: User) => PasswordFacts,
  now: () => number,
) {
  const { oneTimePasswords, passkeys, totp, recoveryCodes } = directory
  /** Undefined if the directory does not provide stamps. */
  const passwordStampOf = async (sub: string): Promise<string | undefined> =>
    directory.passwordStampOf === undefined
      ? undefined
      : ((await call(() => directory.passwordStampOf?.(sub))) ?? undefined)
  const active = (user: User | undefined): User | undefined => {
    if (user === undefined || user.active === false || hasEnded(user.until, now())) return undefined
    if (user.until === undefined) return user
    // Tokens are checked again at the end date, also those of hosts that do not report a change.
    return { ...user, changesAt: Math.min(user.changesAt ?? Infinity, endIn(user.until) ?? 0) }
  }
  const setsPasswords = directory.setPassword !== undefined && directory.passwordStampOf !== undefined
  return {
    passwordFacts,
    passkeys: passkeys && withTimeout(passkeys, call),
    totp: totp && withTimeout(totp, call),
    recoveryCodes: recoveryCodes && withTimeout(recoveryCodes, call),
    endsTokens: directory.endsTokens === true,
    reportsRoles: directory.reportsRoles === true,
    oneTimePasswords: oneTimePasswords && withTimeout(oneTimePasswords, call),
    setPassword:
      // Without stamps, a link would stay valid after a password change.
      directory.setPassword &&
      directory.passwordStampOf &&
      (async (change: PasswordChange, hash?: InTurn): Promise<PasswordSetting> =>
        (await call(() => directory.setPassword?.(change, hash))) ?? 'refused'),
    findByLogin:
      directory.findByLogin &&
      (async (text: string) => active(userIn(await call(() => directory.findByLogin?.(text))))),
    /** Also returns suspended users. */
    forIdentity:
      directory.forIdentity &&
      (async (identity: ExternalIdentity) => userIn(await call(() => directory.forIdentity?.(identity)))),
    /** Empty if users cannot change their details in the directory. */
    async profileFields(sub: string): Promise<readonly ProfileField[]> {
      if (directory.updateProfile === undefined) return []
      if (directory.profileFields === undefined) return PROFILE_FIELDS
      const fields = await call(() => directory.profileFields?.(sub))
      return PROFILE_FIELDS.filter((field) => fields?.includes(field))
    },
    updateProfile: async (change: ProfileChange): Promise<ProfileOutcome> =>
      (await call(() => directory.updateProfile?.(change))) ?? 'refused',
    /** Why `find` does not return this user. */
    whyUnusable: async (sub: string): Promise<Unusable> =>
      hasEnded(userIn(await call(() => directory.find(sub)))?.until, now()) ? 'ended' : 'suspended',
    /** Returns the user if active, otherwise undefined. @throws DenialError temporarily_unavailable 503 */
    async find(sub: string): Promise<User | undefined> {
      const user = userIn(await call(() => directory.find(sub)))
      // If the directory returns the wrong user, that user must never get a token.
      if (user !== undefined && user.sub !== sub) throw new Error('the directory answered with another subject')
      return active(user)
    },
    passwordStampOf,
    /** Includes any security stamp. `suspended`, `ended`: the password is correct, but the account cannot be used. */
    async authenticate(
      login: Login,
      hash?: InTurn,
      send?: () => boolean,
    ): Promise<Authenticated | Unusable | undefined> {
      const user = userIn(await call(() => directory.authenticate(login, hash, send))) as Authenticated | undefined
      if (user === undefined) return undefined
      if (hasEnded(user.until, now())) return 'ended'
      if (user.active === false) return 'suspended'
      const { passwordStamp: given, ...others } = user
      const known = setsPasswords ? others : { ...others, passwordIsFixed: true }
      const stamp = directory.passwordStampOf === undefined ? undefined : (given ?? (await passwordStampOf(user.sub)))
      return stamp === undefined ? known : { ...known, passwordStamp: stamp }
    },
  }
}
