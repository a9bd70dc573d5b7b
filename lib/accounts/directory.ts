import { unavailable } from '../http/errors.ts'

/** A person as the directory knows them. Claims have the names of OIDC Core s5.1; absent ones are left out. */
export interface Person {
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

export interface Login {
  readonly username: string
  readonly password: string
}

/**
 * Where people come from (A1): two functions at the least. Both may be slow or fail; the service answers 503 then and
 * never takes a failure for "no such person".
 */
export interface Directory {
  /** The person with this subject; undefined when there is none. */
  find(sub: string): Person | undefined | Promise<Person | undefined>
  /** The person whose user name and password these are; undefined otherwise. Must take the same time either way. */
  authenticate(login: Login): Person | undefined | Promise<Person | undefined>
  /**
   * True when suspending or removing a person also ends all they hold in the same step (`sso.sessions.endAll(sub)`), so
   * that a refresh need not ask again. The embedded directory does so.
   */
  readonly endsTokens?: boolean
  /** For directories that give out passwords which hold for one sign-in (A3). */
  readonly oneTimePasswords?: OneTimePasswords
}

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

/** How long a directory may take, in milliseconds. */
const DIRECTORY_TIMEOUT_MS = 4_000

/** The directory with its failures told apart: what the rest of the service uses. */
export interface People {
  readonly endsTokens: boolean
  /** An active person, or undefined. @throws ProtocolError temporarily_unavailable 503 */
  find(sub: string): Promise<Person | undefined>
  authenticate(login: Login): Promise<Person | undefined>
  /** As the directory has them; absent when it gives out none. */
  readonly oneTimePasswords: { stampOf(sub: string): Promise<string | undefined>; replace(change: PasswordChange): Promise<PasswordOutcome> } | undefined
}

export function people(directory: Directory, report: (fault: unknown) => void): People {
  const ask = async <T>(question: () => T | Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('the directory did not answer in time')), DIRECTORY_TIMEOUT_MS) })
    try {
      return await Promise.race([(async () => question())(), timeout])
    } catch (fault) {
      report(fault)
      throw unavailable('directory_unavailable')
    } finally {
      clearTimeout(timer)
    }
  }
  const active = (person: Person | undefined): Person | undefined => (person === undefined || person.active === false ? undefined : person)
  const { oneTimePasswords } = directory
  return {
    endsTokens: directory.endsTokens === true,
    oneTimePasswords: oneTimePasswords === undefined ? undefined : {
      stampOf: async (sub) => (await ask(() => oneTimePasswords.stampOf(sub))) ?? undefined,
      replace: (change) => ask(() => oneTimePasswords.replace(change)),
    },
    async find(sub) {
      const person = await ask(() => directory.find(sub))
      // A directory that answers with somebody else must never yield a token for them.
      if (person !== undefined && person !== null && person.sub !== sub) throw new Error('the directory answered with another subject')
      return active(person ?? undefined)
    },
    async authenticate(login) {
      const person = (await ask(() => directory.authenticate(login))) ?? undefined
      if (person !== undefined && (typeof person.sub !== 'string' || person.sub === '')) throw new Error('the directory authenticated a person without sub')
      return active(person)
    },
  }
}
