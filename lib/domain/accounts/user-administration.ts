/** Functions that a host directory can provide for administrators in the panel; all are optional. */
import type { User } from './user.ts'

/** A request for one page of users. */
export interface UsersAsked {
  /** `next` from the previous page; absent for the first page. */
  readonly after?: string
  /** Maximum number of users to return. Returning more is an error. */
  readonly limit: number
}

/** One page of users. */
export interface UsersFound {
  /** Users on this page, at most `limit`. */
  readonly users: readonly User[]
  /** Cursor for the next page, in any format, up to 1,000 characters; absent on the last page. */
  readonly next?: string
  /** Total number of users on all pages, if the directory can provide it without counting. */
  readonly total?: number
}

/** Roles to add and to remove, in the directory's spelling. */
export interface RoleChange {
  /** Roles that the user gets; empty for none. */
  readonly add: readonly string[]
  /** Roles that the user loses; empty for none. */
  readonly remove: readonly string[]
}

/** `refused`: the directory does not allow the change; `missing`: there is no such user. */
export type AdministrationOutcome = 'done' | 'refused' | 'missing'

type Answer<T> = T | Promise<T>

/**
 * Adds *Users* to the panel. A call fails if it exceeds `host.timeoutSeconds`, throws, or returns an invalid result.
 * The failure is logged, and the page reports that the directory is unavailable (503).
 */
export interface UserAdministration {
  /** Returns all users, including suspended ones (`active: false`), in any order you choose. Called once per page. */
  list?(asked: UsersAsked): Answer<UsersFound>
  /** Returns users who match the text: part of a name, an email address, or your own criteria. Called once per page. */
  search?(asked: UsersAsked & { readonly text: string }): Answer<UsersFound>
  /** Suspends or reactivates a user. Suspending a user also ends their sessions and tokens in Portico. */
  suspend?(sub: string, suspended: boolean): Answer<AdministrationOutcome>
  /** Adds and removes roles, using the directory's role names. */
  roles?(sub: string, change: RoleChange): Answer<AdministrationOutcome>
}
