import type { User } from '../../domain/accounts/user-directory.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { AppSession } from './app-session.ts'

/** A request to an app of ours, by a signed-in user. */
export interface AppRequest {
  readonly app: 'panel' | 'portal'
  readonly context: RequestContext
  readonly session: AppSession
  readonly user: User
  /** Path below the app, `/` at its root. */
  readonly path: string
  readonly query: URLSearchParams
  /** The form of a POST, its CSRF token verified; empty for a GET. */
  readonly form: ReadonlyMap<string, string>
  /** All values of fields that may stand more than once (checkboxes). */
  readonly formLists: ReadonlyMap<string, readonly string[]>
  /** Hidden fields that every form of the app must carry. */
  readonly hidden: Readonly<Record<string, string>>
  /** Begins a sign-in that asks which account. */
  readonly otherAccountHref: string
  /** Address of a path of the app. */
  href(path: string): string
  /** False: the answer has been given, a redirect to sign in again; come back to this very page. Ask on the GET of a form. */
  assertRecentSignIn(): Promise<boolean>
  /** Whether the sign-in is enough for a sensitive operation; forms are refused without it. Most pages never ask. */
  isRecentSignIn(): Promise<boolean>
  /** The user has just proved a new second factor: this session, and no other one, counts as a sign-in with it. */
  strengthen(): Promise<void>
}
