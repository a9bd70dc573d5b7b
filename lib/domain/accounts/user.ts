import { endIn } from '../../../policies/end-dates.ts'

/** A user in the directory. Claims use the names from OIDC Core s5.1; absent claims are omitted. */
export interface User {
  /** Stable identifier, never reassigned to a different user. */
  readonly sub: string
  /** If false, the user cannot sign in and has no valid tokens. @default true */
  readonly active?: boolean
  /**
   * When the account ends: a date, to its end in UTC, or a time in RFC 3339. From that second on, the user cannot sign
   * in and has no valid tokens. Apps are notified when your code calls `sso.sessions.endAll(sub)`.
   * @example '2027-01-31'
   */
  readonly until?: string
  /** When `active` or `roles` change by themselves, in ms since the epoch. Portico then looks up the user again. */
  readonly changesAt?: number
  /** Full name for display. */
  readonly name?: string
  /** Given or first names. */
  readonly given_name?: string
  /** Family or last names. */
  readonly family_name?: string
  /** URL of a profile picture. */
  readonly picture?: string
  /** User name for display; can change, so it identifies no user. */
  readonly preferred_username?: string
  /** Language tag (BCP 47), such as `de-CH`. Portico prefers it for emails. */
  readonly locale?: string
  /** Time zone, such as `Europe/Paris`. */
  readonly zoneinfo?: string
  /** When the details last changed, in seconds since the epoch. */
  readonly updated_at?: number
  /** Email address, released with the scope `email`. */
  readonly email?: string
  /** Whether the email address is verified. */
  readonly email_verified?: boolean
  /** Role names, for access to apps and to the panel. @default no roles */
  readonly roles?: readonly string[]
  /** Permission names, passed to apps with the scope `permissions`. */
  readonly permissions?: readonly string[]
  /** Additional claims, keyed by the names declared in the `scopes` setting. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Validates at run time for hosts in JavaScript. If roles were a string, `includes` would match substrings. */
export function userIn(answer: User | null | undefined): User | undefined {
  if (answer === undefined || answer === null) return undefined
  const sub = answer.sub as unknown
  if (sub === undefined || sub === null || sub === '') throw new Error('the directory answered with a user without sub')
  if (typeof sub !== 'string')
    throw new Error(`the directory answered with a sub of the type ${typeof sub}; it must be text`)
  const until = answer.until as unknown
  if (until !== undefined && !(typeof until === 'string' && endIn(until) !== undefined))
    throw new Error('the directory answered with an until that is neither a date nor a time in RFC 3339')
  for (const list of [answer.roles, answer.permissions] as readonly unknown[]) {
    if (list !== undefined && !(Array.isArray(list) && list.every((word) => typeof word === 'string')))
      throw new Error('the directory answered with roles or permissions that are not a list of strings')
  }
  return answer
}
