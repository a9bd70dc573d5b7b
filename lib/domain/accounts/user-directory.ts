import { PROFILE_FIELDS, type ProfileChanges, type ProfileField } from '../../../policies/profile.ts'
import type {
  Bounded,
  PasskeyRepository,
  RecoveryCodeRepository,
  SecondFactorRepositories,
  TotpRepository,
} from './factors/second-factors.ts'
import { callHost, withTimeout } from './host-call.ts'

/** A person as the directory knows them. Claims have the names of OIDC Core s5.1; absent ones are left out. */
export interface User {
  /** Stable identifier, never reused for somebody else. */
  readonly sub: string
  /** False: may not sign in, and holds no tokens. Absent means true. */
  readonly active?: boolean
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly picture?: string
  readonly preferred_username?: string
  readonly locale?: string
  readonly zoneinfo?: string
  readonly updated_at?: number
  readonly email?: string
  readonly email_verified?: boolean
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
}

/** A person whose password was right. */
export interface Authenticated extends User {
  /** Stands for that password, where the directory says so at once; see `passwordStampOf`. */
  readonly passwordStamp?: string
}

export interface Login {
  readonly username: string
  readonly password: string
}

/**
 * Where people come from (A1): two functions at the least. Both may be slow or fail; the service answers 503 then and
 * never takes a failure for "no such person".
 */
export interface UserDirectory extends SecondFactorRepositories {
  /** The person with this subject; undefined when there is none. */
  find(sub: string): User | undefined | Promise<User | undefined>
  /** The person whose user name and password these are; undefined otherwise. Must take the same time either way. */
  authenticate(login: Login): Authenticated | undefined | Promise<Authenticated | undefined>
  /**
   * Stands for the password that a person has now, and says nothing about it: another password, another stamp. With it a
   * sign-in that was begun with one password ends when another takes its place; without it, when all is ended.
   */
  passwordStampOf?(sub: string): string | undefined | Promise<string | undefined>
  /**
   * True when suspending or removing a person also ends all they hold in the same step (`sso.sessions.endAll(sub)`), so
   * that a refresh need not call again. The embedded directory does so.
   */
  readonly endsTokens?: boolean
  /** For directories that give out passwords which hold for one sign-in (A3). */
  readonly oneTimePasswords?: OneTimePasswords
  /** Changes what is known of a person, at their own wish. With it the portal's profile page has a form (ux.md C2). */
  updateProfile?(change: ProfileChange): ProfileOutcome | Promise<ProfileOutcome>
  /** What this person may change; without it, all that the form knows. An empty list: nothing. */
  profileFields?(sub: string): readonly ProfileField[] | Promise<readonly ProfileField[]>
}

export interface ProfileChange {
  readonly sub: string
  /** What was changed and nothing else; null empties a field. A new address has not been proved. */
  readonly changes: ProfileChanges
}

/** `refused`: the directory does not let this person change this. */
export type ProfileOutcome = 'updated' | 'refused' | 'email-taken' | 'missing'

/** A password that was given out must be replaced by one of the person's own before the sign-in goes on. */
export interface OneTimePasswords {
  /** Stands for the password that the person has now, if it must be replaced; undefined if it may stay. */
  stampOf(sub: string): string | undefined | Promise<string | undefined>
  /** Puts the new password in place, if the one in force still is that of the stamp and another than the new one. */
  replace(change: PasswordChange): PasswordOutcome | Promise<PasswordOutcome>
}

export interface PasswordChange {
  readonly sub: string
  readonly stamp: string
  readonly password: string
}

export type PasswordOutcome = 'replaced' | 'same-password' | 'outdated'

/** The directory with its failures told apart: what the rest of the service uses. */
export interface Users {
  /** Each as the directory has it; absent when it does not. */
  readonly passkeys: Bounded<PasskeyRepository> | undefined
  readonly totp: Bounded<TotpRepository> | undefined
  readonly recoveryCodes: Bounded<RecoveryCodeRepository> | undefined
  readonly endsTokens: boolean
  /** An active person, or undefined. @throws DenialError temporarily_unavailable 503 */
  find(sub: string): Promise<User | undefined>
  /** Whose password this is, with the stamp of it if the directory has stamps. */
  authenticate(login: Login): Promise<Authenticated | undefined>
  /** Undefined where the directory has none. */
  passwordStampOf(sub: string): Promise<string | undefined>
  /** As the directory has them; absent when it gives out none. */
  readonly oneTimePasswords:
    | { stampOf(sub: string): Promise<string | undefined>; replace(change: PasswordChange): Promise<PasswordOutcome> }
    | undefined
  /** What a person may change of their details; nothing where the directory changes none. */
  profileFields(sub: string): Promise<readonly ProfileField[]>
  updateProfile(change: ProfileChange): Promise<ProfileOutcome>
}

export function users(directory: UserDirectory, report: (fault: unknown) => void): Users {
  const call = callHost(report)
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
    oneTimePasswords:
      oneTimePasswords === undefined
        ? undefined
        : {
            stampOf: async (sub) => (await call(() => oneTimePasswords.stampOf(sub))) ?? undefined,
            replace: (change) => call(() => oneTimePasswords.replace(change)),
          },
    async profileFields(sub) {
      if (directory.updateProfile === undefined) return []
      if (directory.profileFields === undefined) return PROFILE_FIELDS
      const fields = await call(() => directory.profileFields?.(sub))
      return PROFILE_FIELDS.filter((field) => fields?.includes(field))
    },
    updateProfile: async (change) => (await call(() => directory.updateProfile?.(change))) ?? 'refused',
    async find(sub) {
      const user = userIn(await call(() => directory.find(sub)))
      // A directory that answers with somebody else must never yield a token for them.
      if (user !== undefined && user.sub !== sub) throw new Error('the directory answered with another subject')
      return active(user)
    },
    passwordStampOf,
    async authenticate(login) {
      const user = active(userIn(await call(() => directory.authenticate(login)))) as Authenticated | undefined
      if (user === undefined) return undefined
      const { passwordStamp: said, ...known } = user
      const stamp = directory.passwordStampOf === undefined ? undefined : (said ?? (await passwordStampOf(user.sub)))
      return stamp === undefined ? known : { ...known, passwordStamp: stamp }
    },
  }
}

const active = (user: User | undefined): User | undefined =>
  user === undefined || user.active === false ? undefined : user

/**
 * What a directory answered, if it is a person: hosts are not always written in TypeScript, and a text in the place of a
 * list of roles would hold every role that is a part of it.
 */
function userIn(answer: User | null | undefined): User | undefined {
  if (answer === undefined || answer === null) return undefined
  if (typeof answer.sub !== 'string' || answer.sub === '')
    throw new Error('the directory answered with a person without sub')
  for (const list of [answer.roles, answer.permissions] as readonly unknown[]) {
    if (list !== undefined && !(Array.isArray(list) && list.every((word) => typeof word === 'string')))
      throw new Error('the directory answered with roles or permissions that are no list of words')
  }
  return answer
}
