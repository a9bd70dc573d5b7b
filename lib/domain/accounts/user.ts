/** A user in the directory. Claims use the names from OIDC Core s5.1; absent claims are omitted. */
export interface User {
  /** Stable identifier, never reassigned to a different user. */
  readonly sub: string
  /** If false, the user cannot sign in and has no valid tokens. @default true */
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
  for (const list of [answer.roles, answer.permissions] as readonly unknown[]) {
    if (list !== undefined && !(Array.isArray(list) && list.every((word) => typeof word === 'string')))
      throw new Error('the directory answered with roles or permissions that are not a list of strings')
  }
  return answer
}
