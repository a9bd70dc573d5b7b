import { accountState } from '../../policies/directory-account-state.ts'
import { isUsableClaim } from '../../policies/profile.ts'
import type { FoundEntry } from './connection.ts'
import { entryError } from './failures.ts'
import type { DirectoryPlan } from './settings.ts'
import { isBinaryId, subOf } from './stable-id.ts'

/** The user that a directory entry describes. Portico does not verify email addresses from a directory. */
export interface DirectoryUser {
  /** Subject, derived from the attribute `id`. */
  readonly sub: string
  /** False if the user cannot sign in. `findByLogin` does not check this. */
  readonly active?: boolean
  /** User name, from `attributes.username`. */
  readonly preferred_username?: string
  /** Full name, from `attributes.name`. */
  readonly name?: string
  /** Given name, from `attributes.given_name`. */
  readonly given_name?: string
  /** Family name, from `attributes.family_name`. */
  readonly family_name?: string
  /** Email address, from `attributes.email`. */
  readonly email?: string
  /** False if there is an email address, otherwise absent. */
  readonly email_verified?: boolean
  /** Roles that the groups of the user grant; absent if they are not read. */
  readonly roles?: readonly string[]
}

type Plan = Pick<DirectoryPlan, 'id' | 'attributes' | 'isActiveDirectory'>

const CONTROL = 'userAccountControl'
const EXPIRES = 'accountExpires'

/** Attributes to request for a user's entry. */
export function requestedAttributes({ id, attributes, isActiveDirectory }: Plan): readonly string[] {
  const named = Object.values(attributes).filter((name) => name !== undefined)
  return [...new Set([id, ...named, ...(isActiveDirectory ? [CONTROL, EXPIRES] : [])])]
}

/** Lists the id attribute in the servers' spelling too, because the driver matches names case-sensitively. */
export const binaryAttributes = ({ id }: Plan): readonly string[] => (isBinaryId(id) ? [id, 'objectGUID'] : [])

/** @throws Error if the entry lacks a required attribute, perhaps because the search account cannot read it */
export function userOf(entry: FoundEntry, plan: Plan): DirectoryUser {
  const { username, ...others } = plan.attributes
  const details = Object.entries({ preferred_username: username, ...others }).flatMap(([claim, attribute]) => {
    const value = attribute === undefined ? undefined : textOf(entry, attribute)
    return value === undefined || !isUsableClaim(claim, value) ? [] : [[claim, value]]
  })
  const claims = Object.fromEntries(details) as Partial<DirectoryUser>
  return {
    sub: subjectOf(entry, plan.id),
    ...claims,
    ...(claims.email === undefined ? {} : { email_verified: false }),
  }
}

/** Whether the user can sign in, according to the entry alone. */
export function isUsable(entry: FoundEntry, { isActiveDirectory }: Plan, nowMs: number): boolean {
  if (!isActiveDirectory) return true
  const state = accountState(
    { userAccountControl: textOf(entry, CONTROL), accountExpires: textOf(entry, EXPIRES) },
    nowMs,
  )
  if (state === 'unreadable') throw entryError(`${CONTROL} of an entry cannot be read`)
  return state === 'active'
}

function subjectOf({ values }: FoundEntry, id: string): string {
  const [value] = values.get(id.toLowerCase()) ?? []
  const sub = value === undefined ? undefined : subOf(id, value)
  if (sub === undefined) throw entryError(`${id} of an entry cannot be read, or is no id that stays`)
  return sub
}

/** The attribute's first value, if that value is text. */
export function textOf({ values }: FoundEntry, attribute: string): string | undefined {
  const [value] = values.get(attribute.toLowerCase()) ?? []
  return typeof value === 'string' && value !== '' ? value : undefined
}
