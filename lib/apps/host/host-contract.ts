/** API for the application that mounts Portico: session, guard, sign-in, and sign-out. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GuardRequirements } from '../../../policies/host-guard.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { HostContext } from '../../web/http/mounting.ts'

/** The signed-in user, for the host's pages. */
export interface HostSession {
  /** Subject, name, and email address of the user. */
  readonly user: Pick<User, 'sub' | 'name' | 'email'>
  /** Current roles, from the directory. */
  readonly roles: readonly string[]
  /** Strength of the sign-in (`acr`). */
  readonly acr: string | undefined
  /** Time of the sign-in, in seconds since the epoch (`auth_time`). */
  readonly authTime: number
}

/** Middleware for Koa, and for frameworks that use `(req, res, next)`. */
export interface Guard {
  (ctx: HostContext, next: () => Promise<unknown>): Promise<void>
  (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void
}

/** Headers of a request, for frameworks such as Next.js that have no Node.js request: `{ headers: { cookie } }`. */
export type RequestHeaders = Pick<IncomingMessage, 'headers'>

/** API for the host's own pages. It uses URLs under `baseUrl`, so Portico must be mounted at the host's origin. */
export interface HostApi {
  /**
   * The signed-in user, or undefined. Sign-out, suspension, and deletion take effect immediately on every node.
   * @throws if the store or the directory does not respond
   */
  session(request: HostContext | RequestHeaders): Promise<HostSession | undefined>
  /**
   * Requires a signed-in user, and optionally one of the roles, a strength (`acr`), or a maximum age (`maxAge`,
   * seconds). Browsers are redirected to sign in and return. All other clients get 401 or 403 in the common error
   * format.
   * @throws TypeError for requirements that no sign-in can satisfy
   */
  guard(requirements?: GuardRequirements): Guard
  /**
   * URL that starts a sign-in and then returns to the host.
   * @param returnTo path, or full URL at the origin of `baseUrl`
   * @throws TypeError for a URL at a different origin
   */
  signIn(returnTo: string): string
  /**
   * Ends the browser session and all app sessions, and responds with a redirect. Call it when a form at the
   * origin of `baseUrl` is submitted (POST). A request from a different origin requires the user's confirmation.
   */
  signOut(ctx: HostContext): Promise<void>
  signOut(req: IncomingMessage, res: ServerResponse): Promise<void>
}
