/** What a directory of the host lets administrators see and do in the panel; each function is optional. */
import type { User } from './user.ts'

/** One page of users. */
export interface UsersAsked {
  /** The `next` of the page before; absent for the first. */
  readonly after?: string
  /** So many users at most; more are an error. */
  readonly limit: number
}

export interface UsersFound {
  readonly users: readonly User[]
  /** Where the next page begins, in words of your own, up to 1000 characters; absent on the last. */
  readonly next?: string
  /** How many there are over all pages, where the directory knows without counting for it. */
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
 * Makes *Users* appear in the panel. Every function has four seconds; one that takes longer, throws or answers with something
 * else is logged, and the page says that the directory is not available (503).
 */
export interface UserAdministration {
  /** All users, suspended ones (`active: false`) too, in an order that is yours. Asked once for each page. */
  list?(asked: UsersAsked): Answer<UsersFound>
  /** The users that a text means: part of a name, an address, whatever is usual with you. Asked once for each page. */
  search?(asked: UsersAsked & { readonly text: string }): Answer<UsersFound>
  /** Suspends a user or lets them sign in again. What they hold here ends afterwards, by itself. */
  suspend?(sub: string, suspended: boolean): Answer<AdministrationOutcome>
  /** Gives roles and takes roles away. Their names are yours. */
  roles?(sub: string, change: RoleChange): Answer<AdministrationOutcome>
}
