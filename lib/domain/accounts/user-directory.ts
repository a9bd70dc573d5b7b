import { PROFILE_FIELDS, type ProfileChanges, type ProfileField } from '../../../policies/profile.ts'
import type { InTurn } from './factors/hashing-line.ts'
import type {
  Bounded,
  PasskeyRepository,
  RecoveryCodeRepository,
  SecondFactorRepositories,
  TotpRepository,
} from './factors/second-factors.ts'
import { type CallHost, withTimeout } from './host-call.ts'
import { type User, userIn } from './user.ts'
import type { UserAdministration } from './user-administration.ts'

export type { User } from './user.ts'

/** A user whose password was right. */
export interface Authenticated extends User {
  /** Security stamp of that password, where the directory returns it at once; see `passwordStampOf`. */
  readonly passwordStamp?: string
}

export interface Login {
  readonly username: string
  readonly password: string
}

/**
 * Your user directory: at least two functions (D-A1). Both may be slow or fail; the service answers 503 then and never takes
 * a failure for "no such user".
 */
export interface UserDirectory extends SignInDirectory, UserAdministration {}

/** What signing in needs of a directory. */
export interface SignInDirectory extends SecondFactorRepositories {
  /** The user with this subject; undefined when there is none. */
  find(sub: string): User | undefined | Promise<User | undefined>
  /**
   * The user with this user name and password; undefined otherwise. Must take the same time either way. One who is suspended
   * (`active: false`) is told so, because the password was right; a directory that had better not say so answers undefined.
   * @param hash does costly work in its turn: the embedded directory hashes there; yours need not
   * @param send asked right before the password goes to a server that counts wrong ones; false: nobody waits for it, and it must not go
   */
  authenticate(
    login: Login,
    hash?: InTurn,
    send?: () => boolean,
  ): Authenticated | undefined | Promise<Authenticated | undefined>
  /**
   * Security stamp of a user's present password: it differs for another password and discloses nothing about it. With it a
   * sign-in that was begun with one password ends when the password is replaced; without it, when all sessions are ended.
   */
  passwordStampOf?(sub: string): string | undefined | Promise<string | undefined>
  /**
   * True when suspending or removing a user also ends all they hold in the same step (`sso.sessions.endAll(sub)`), so
   * that a refresh need not look the user up. The embedded directory does so.
   */
  readonly endsTokens?: boolean
  /**
   * True when every change of a user's roles is told in the same step (`sso.sessions.rolesChanged(sub)`), so that a refresh
   * at an app that is limited to roles need not look the user up. The embedded directory does so.
   */
  readonly tellsRoles?: boolean
  /** For directories with one-time passwords, which must be replaced at the first sign-in. */
  readonly oneTimePasswords?: OneTimePasswords
  /**
   * Sets a password that its user has chosen after a letter of recovery; with `findByLogin` and `passwordStampOf`, "Forgot your
   * password?" appears where the service sends letters. Sessions and tokens are ended by the service. `outdated`: the present password has another stamp.
   * @param hash as in `authenticate`
   */
  setPassword?(change: PasswordChange, hash?: InTurn): PasswordSetting | Promise<PasswordSetting>
  /** The user whom a user name or an address means, without a password. Must take the same time whether there is one or not. */
  findByLogin?(text: string): User | undefined | Promise<User | undefined>
  /**
   * The user whom an identity at another provider signs in; undefined where it signs nobody in. With it, `login.upstreams` may be
   * set. Ask for issuer and subject together, and never for an address or a name in the claims: another provider may say the same.
   */
  forIdentity?(identity: ForeignIdentity): User | undefined | Promise<User | undefined>
  /** Changes a user's details at their own request. With it the portal's profile page has a form. */
  updateProfile?(change: ProfileChange): ProfileOutcome | Promise<ProfileOutcome>
  /** The fields that this user may change; without it, all fields of the form. An empty list: none. */
  profileFields?(sub: string): readonly ProfileField[] | Promise<readonly ProfileField[]>
}

/** Who has signed in at an upstream provider (D-A5). */
export interface ForeignIdentity {
  readonly issuer: string
  readonly subject: string
  /** Of the ID token and of userinfo, as the provider has them: verified to be its words, and nothing more. */
  readonly claims: Readonly<Record<string, unknown>>
}

export interface ProfileChange {
  readonly sub: string
  /** The changed fields only; null clears a field. A new email address is unverified. */
  readonly changes: ProfileChanges
}

/** `refused`: the directory does not allow this user this change. `proof-needed`: updated, and the new address counts once it is proved. */
export type ProfileOutcome = 'updated' | 'proof-needed' | 'refused' | 'email-taken' | 'missing'

/** A one-time password must be replaced by one that the user chooses before the sign-in continues. */
export interface OneTimePasswords {
  /** Security stamp of the user's present password, if it must be replaced; undefined if it may stay. */
  stampOf(sub: string): string | undefined | Promise<string | undefined>
  /** Sets the new password, if the present one still has this stamp and differs from the new one. */
  /** @param hash as in `authenticate` */
  replace(change: PasswordChange, hash?: InTurn): PasswordOutcome | Promise<PasswordOutcome>
}

export type PasswordSetting = 'changed' | 'outdated' | 'refused'

export interface PasswordChange {
  readonly sub: string
  /** Security stamp of the password that is replaced; empty where there is none. */
  readonly stamp: string
  readonly password: string
}

export type PasswordOutcome = 'replaced' | 'same-password' | 'outdated'

/** The directory as the rest of the service uses it: calls limited in time, failures turned into denials. */
export interface Users {
  /** Each undefined where the directory does not have it. */
  readonly passkeys: Bounded<PasskeyRepository> | undefined
  readonly totp: Bounded<TotpRepository> | undefined
  readonly recoveryCodes: Bounded<RecoveryCodeRepository> | undefined
  readonly endsTokens: boolean
  readonly tellsRoles: boolean
  /** An active user, or undefined. @throws DenialError temporarily_unavailable 503 */
  find(sub: string): Promise<User | undefined>
  /** The user with this password, with its security stamp if the directory has stamps. `suspended`: right, and of no use. */
  authenticate(login: Login, hash?: InTurn, send?: () => boolean): Promise<Authenticated | 'suspended' | undefined>
  /** Undefined where the directory has none. */
  passwordStampOf(sub: string): Promise<string | undefined>
  /** Undefined where the directory has none. */
  readonly oneTimePasswords:
    | {
        stampOf(sub: string): Promise<string | undefined>
        replace(change: PasswordChange, hash?: InTurn): Promise<PasswordOutcome>
      }
    | undefined
  /** Undefined where the directory sets no passwords. */
  readonly setPassword: ((change: PasswordChange, hash?: InTurn) => Promise<PasswordSetting>) | undefined
  /** Undefined where the directory does not say whom a text means. */
  readonly findByLogin: ((text: string) => Promise<User | undefined>) | undefined
  /** Suspended users too. Undefined where the directory knows nobody from elsewhere. */
  readonly forIdentity: ((identity: ForeignIdentity) => Promise<User | undefined>) | undefined
  /** The details that a user may change; none where the directory changes none. */
  profileFields(sub: string): Promise<readonly ProfileField[]>
  updateProfile(change: ProfileChange): Promise<ProfileOutcome>
}

export function users(directory: SignInDirectory, call: CallHost): Users {
  const { oneTimePasswords, passkeys, totp, recoveryCodes } = directory
  const passwordStampOf = async (sub: string): Promise<string | undefined> =>
    directory.passwordStampOf === undefined
      ? undefined
      : ((await call(() => directory.passwordStampOf?.(sub))) ?? undefined)
  return {
    passkeys: passkeys === undefined ? undefined : withTimeout(passkeys, call),
    totp: totp === undefined ? undefined : withTimeout(totp, call),
    recoveryCodes: recoveryCodes === undefined ? undefined : withTimeout(recoveryCodes, call),
    endsTokens: directory.endsTokens === true,
    tellsRoles: directory.tellsRoles === true,
    oneTimePasswords:
      oneTimePasswords === undefined
        ? undefined
        : {
            stampOf: async (sub) => (await call(() => oneTimePasswords.stampOf(sub))) ?? undefined,
            replace: (change, hash) => call(() => oneTimePasswords.replace(change, hash)),
          },
    setPassword:
      // Without stamps a link would outlive a change of the password.
      directory.setPassword === undefined || directory.passwordStampOf === undefined
        ? undefined
        : async (change, hash) => (await call(() => directory.setPassword?.(change, hash))) ?? 'refused',
    findByLogin:
      directory.findByLogin === undefined
        ? undefined
        : async (text) => active(userIn(await call(() => directory.findByLogin?.(text)))),
    forIdentity:
      directory.forIdentity === undefined
        ? undefined
        : async (identity) => userIn(await call(() => directory.forIdentity?.(identity))),
    async profileFields(sub) {
      if (directory.updateProfile === undefined) return []
      if (directory.profileFields === undefined) return PROFILE_FIELDS
      const fields = await call(() => directory.profileFields?.(sub))
      return PROFILE_FIELDS.filter((field) => fields?.includes(field))
    },
    updateProfile: async (change) => (await call(() => directory.updateProfile?.(change))) ?? 'refused',
    async find(sub) {
      const user = userIn(await call(() => directory.find(sub)))
      // A directory that returns another user must never yield a token for that user.
      if (user !== undefined && user.sub !== sub) throw new Error('the directory answered with another subject')
      return active(user)
    },
    passwordStampOf,
    async authenticate(login, hash, send) {
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
