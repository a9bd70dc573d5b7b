/** Functions of a host directory for administrators in the panel; each one is optional. */
import type { User } from './user.ts'

/** A request for one page of users. */
export interface UsersAsked {
  /** The previous page's `next`; absent for the first page. */
  readonly after?: string
  /** Maximum number of users to return. Returning more is an error. */
  readonly limit: number
}

export interface UsersFound {
  readonly users: readonly User[]
  /** Cursor of the next page, in any form, up to 1,000 characters; absent on the last page. */
  readonly next?: string
  /** Number of users over all pages, if the directory has it without counting. */
  readonly total?: number
}

export interface RoleChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** `refused`: the directory does not allow it; `missing`: there is no such user. */
export type AdministrationOutcome = 'done' | 'refused' | 'missing'

type Answer<T> = T | Promise<T>

/**
 * Adds *Users* to the panel. A function fails if it exceeds `host.timeoutSeconds`, throws or returns an invalid result.
 * The failure is logged, and the page reports that the directory is unavailable (503).
 */
export interface UserAdministration {
  /** All users, including suspended ones (`active: false`), in an order that you choose. Called once for each page. */
  list?(asked: UsersAsked): Answer<UsersFound>
  /** Users that match a text: part of a name, an email address, or your own criteria. Called once for each page. */
  search?(asked: UsersAsked & { readonly text: string }): Answer<UsersFound>
  /** Suspends a user or lets them sign in again. A suspension also ends all that the user holds here. */
  suspend?(sub: string, suspended: boolean): Answer<AdministrationOutcome>
  /** Adds and removes roles, by the directory's names. */
  roles?(sub: string, change: RoleChange): Answer<AdministrationOutcome>
}
