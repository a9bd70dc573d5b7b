import { PROFILE_FIELDS, type ProfileChanges, type ProfileField } from '../../../policies/profile.ts'
import type { InTurn } from './factors/hashing-queue.ts'
import type { SecondFactorRepositories } from './factors/second-factors.ts'
import { type CallHost, withTimeout } from './host-call.ts'
import { type User, userIn } from './user.ts'
import type { UserAdministration } from './user-administration.ts'

export type { User } from './user.ts'

export interface Authenticated extends User {
  /** Security stamp of that password, if the directory returns it directly; see `passwordStampOf`. */
  readonly passwordStamp?: string
}

export interface Login {
  readonly username: string
  readonly password: string
}

/** At least two functions (D-A1). Portico responds with 503 if one fails, and never takes that for "no such user". */
export interface UserDirectory extends SignInDirectory, UserAdministration {}

export interface SignInDirectory extends SecondFactorRepositories {
  /** The user with this subject; undefined if there is none. */
  find(sub: string): User | undefined | Promise<User | undefined>
  /**
   * The user with this user name and password; otherwise undefined. Must take the same time either way. A suspended
   * user (`active: false`) with the right password sees the suspension; return undefined to hide it.
   * @param hash runs costly work in its turn: the embedded directory hashes there; yours need not
   * @param send call it before the password goes to a server that counts wrong ones; false: do not send the password
   */
  authenticate(
    login: Login,
    hash?: InTurn,
    send?: () => boolean,
  ): Authenticated | undefined | Promise<Authenticated | undefined>
  /**
   * Security stamp of the current password: it changes with the password and reveals nothing about it. With it, a
   * pending sign-in ends when its password is replaced; without it, when all sessions end.
   */
  passwordStampOf?(sub: string): string | undefined | Promise<string | undefined>
  /**
   * True if suspending or removing a user also ends all they hold in the same step (`sso.sessions.endAll(sub)`). A
   * refresh then need not look the user up. The embedded directory does so.
   */
  readonly endsTokens?: boolean
  /**
   * True if every change of roles is reported in the same step (`sso.sessions.rolesChanged(sub)`). A refresh at an app
   * that is limited to roles then need not look the user up. The embedded directory does so.
   */
  readonly reportsRoles?: boolean
  /** For directories with one-time passwords, which users must replace at the first sign-in. */
  readonly oneTimePasswords?: OneTimePasswords
  /**
   * Sets a password that the user chose after a recovery email. With `findByLogin` and `passwordStampOf`, it enables
   * "Forgot your password?" if Portico sends emails. Portico ends sessions and tokens. `outdated`: the current password
   * has another stamp.
   * @param hash as in `authenticate`
   */
  setPassword?(change: PasswordChange, hash?: InTurn): PasswordSetting | Promise<PasswordSetting>
  /** The user that a user name or email address identifies. Must take the same time with or without a match. */
  findByLogin?(text: string): User | undefined | Promise<User | undefined>
  /**
   * The user that an external identity signs in; undefined if it signs in no user. It enables `login.upstreams`. Match
   * issuer and subject together, never an email address or a name: another provider can claim the same.
   */
  forIdentity?(identity: ExternalIdentity): User | undefined | Promise<User | undefined>
  /** Changes details at the user's request. It enables the form on the portal's profile page. */
  updateProfile?(change: ProfileChange): ProfileOutcome | Promise<ProfileOutcome>
  /** The fields that this user can change; an empty list: none. @default all fields of the form */
  profileFields?(sub: string): readonly ProfileField[] | Promise<readonly ProfileField[]>
}

/** A user of an external provider (D-A5). */
export interface ExternalIdentity {
  readonly issuer: string
  readonly subject: string
  /** Claims of the ID token and of userinfo, unchanged. Only their origin is verified. */
  readonly claims: Readonly<Record<string, unknown>>
}

export interface ProfileChange {
  readonly sub: string
  /** The changed fields only; null clears a field. A new email address is unverified. */
  readonly changes: ProfileChanges
}

/** `refused`: not allowed for this user. `proof-needed`: updated; the new email address counts once it is proved. */
export type ProfileOutcome = 'updated' | 'proof-needed' | 'refused' | 'email-taken' | 'missing'

/** The user must replace a one-time password before the sign-in continues. */
export interface OneTimePasswords {
  /** Security stamp of the current password if the user must replace it; otherwise undefined. */
  stampOf(sub: string): string | undefined | Promise<string | undefined>
  /** Sets the new password if the current one has this stamp and differs from it. @param hash as in `authenticate` */
  replace(change: PasswordChange, hash?: InTurn): PasswordOutcome | Promise<PasswordOutcome>
}

export type PasswordSetting = 'changed' | 'outdated' | 'refused'

export interface PasswordChange {
  readonly sub: string
  /** Security stamp of the password to replace; empty if there is none. */
  readonly stamp: string
  readonly password: string
}

export type PasswordOutcome = 'replaced' | 'same-password' | 'outdated'

/**
 * The directory as Portico uses it: calls have a time limit, and failures become denials. A repository or function that
 * the directory lacks is undefined.
 */
export type Users = ReturnType<typeof users>

export function users(directory: SignInDirectory, call: CallHost) {
  const { oneTimePasswords, passkeys, totp, recoveryCodes } = directory
  /** Undefined if the directory has no stamps. */
  const passwordStampOf = async (sub: string): Promise<string | undefined> =>
    directory.passwordStampOf === undefined
      ? undefined
      : ((await call(() => directory.passwordStampOf?.(sub))) ?? undefined)
  return {
    passkeys: passkeys && withTimeout(passkeys, call),
    totp: totp && withTimeout(totp, call),
    recoveryCodes: recoveryCodes && withTimeout(recoveryCodes, call),
    endsTokens: directory.endsTokens === true,
    reportsRoles: directory.reportsRoles === true,
    oneTimePasswords: oneTimePasswords && withTimeout(oneTimePasswords, call),
    setPassword:
      // Without stamps a link would outlive a change of the password.
      directory.setPassword &&
      directory.passwordStampOf &&
      (async (change: PasswordChange, hash?: InTurn): Promise<PasswordSetting> =>
        (await call(() => directory.setPassword?.(change, hash))) ?? 'refused'),
    findByLogin:
      directory.findByLogin &&
      (async (text: string) => active(userIn(await call(() => directory.findByLogin?.(text))))),
    /** Includes suspended users. */
    forIdentity:
      directory.forIdentity &&
      (async (identity: ExternalIdentity) => userIn(await call(() => directory.forIdentity?.(identity)))),
    /** Empty if the directory changes no details. */
    async profileFields(sub: string): Promise<readonly ProfileField[]> {
      if (directory.updateProfile === undefined) return []
      if (directory.profileFields === undefined) return PROFILE_FIELDS
      const fields = await call(() => directory.profileFields?.(sub))
      return PROFILE_FIELDS.filter((field) => fields?.includes(field))
    },
    updateProfile: async (change: ProfileChange): Promise<ProfileOutcome> =>
      (await call(() => directory.updateProfile?.(change))) ?? 'refused',
    /** An active user, or undefined. @throws DenialError temporarily_unavailable 503 */
    async find(sub: string): Promise<User | undefined> {
      const user = userIn(await call(() => directory.find(sub)))
      // A directory that returns another user must never yield a token for that user.
      if (user !== undefined && user.sub !== sub) throw new Error('the directory answered with another subject')
      return active(user)
    },
    passwordStampOf,
    /** With the security stamp, if the directory has stamps. `suspended`: right password, suspended user. */
    async authenticate(
      login: Login,
      hash?: InTurn,
      send?: () => boolean,
    ): Promise<Authenticated | 'suspended' | undefined> {
      const user = userIn(await call(() => directory.authenticate(login, hash, send))) as Authenticated | undefined
      if (user?.active === false) return 'suspended'
      if (user === undefined) return undefined
      const { passwordStamp: given, ...known } = user
      const stamp = directory.passwordStampOf === undefined ? undefined : (given ?? (await passwordStampOf(user.sub)))
      return stamp === undefined ? known : { ...known, passwordStamp: stamp }
    },
  }
}

const active = (user: User | undefined): User | undefined =>
  user === undefined || user.active === false ? undefined : user
