/** What the application that the service is mounted in calls: who is signed in, pages for some, sign-in and sign-out. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GuardDemand } from '../../../policies/host-guard.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { HostContext } from '../../web/http/mounting.ts'

/** Who is signed in, for the pages of the host. */
export interface HostSession {
  readonly user: Pick<User, 'sub' | 'name' | 'email'>
  /** As the directory has them now. */
  readonly roles: readonly string[]
  /** How strongly they signed in (`acr`). */
  readonly acr: string | undefined
  /** When they signed in, in seconds since the epoch (`auth_time`). */
  readonly authTime: number
}

/** Middleware for Koa, and for `(req, res, next)`. */
export interface Guard {
  (ctx: HostContext, next: () => Promise<unknown>): Promise<void>
  (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void
}

/** The host's own pages. The addresses behind them are below `baseUrl`, so the service must be mounted at the host's origin. */
export interface HostApi {
  /**
   * Who is signed in; undefined for nobody. Signed out anywhere, suspended or gone counts as nobody, at once and on every node.
   * @throws when the store or the directory does not answer
   */
  session(request: HostContext | IncomingMessage): Promise<HostSession | undefined>
  /**
   * Lets a request through whose user is signed in, has one of the roles, and signed in strongly (`acr`) and recently (`maxAge`,
   * seconds) enough. Browsers are sent to sign in and come back; other callers get 401 or 403 in the common shape.
   * @throws TypeError for a demand that nobody could meet
   */
  guard(demand?: GuardDemand): Guard
  /**
   * Address to redirect to for a sign-in that comes back.
   * @param returnTo path, or whole address at the origin of `baseUrl`
   * @throws TypeError for an address elsewhere
   */
  signIn(returnTo: string): string
  /**
   * Signs out of the browser session, and with it of every app, and responds with a redirect. Call it for the POST of a form on a page
   * at the origin of `baseUrl`: if a page of another origin may have caused the request, the user is asked to confirm first.
   */
  signOut(ctx: HostContext): Promise<void>
  signOut(req: IncomingMessage, res: ServerResponse): Promise<void>
}
