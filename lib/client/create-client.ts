import type { IncomingMessage, ServerResponse } from 'node:http'
import { requirementsIssue } from '../../policies/host-guard.ts'
import { assertNone, ClientError } from './client-error.ts'
import { cookieJar } from './cookies.ts'
import { exchange as exchangeOf } from './exchange.ts'
import type { HostRequest, KoaContext, Middleware, Next, Visit } from './hosts.ts'
import { assertOwnOrigin, isPage, jsonRefusal, middlewareOf, requestOf } from './hosts.ts'
import { type ClientOptions, settingsOf } from './options.ts'
import { routesOf } from './routes.ts'
import { type ClientSession, sessionsOf, viewsOf } from './sessions.ts'

/**
 * Sign-in for an app with a server, at any OpenID provider.
 * @example const client = createClient({ issuer, clientId, clientSecret, redirectUri })
 */
export function createClient(options: ClientOptions) {
  const settings = settingsOf(options)
  const { origin, errorPage } = settings
  const [jar, exchange] = [cookieJar(settings), exchangeOf(settings)]
  const sessions = sessionsOf(settings, jar, exchange)
  const viewOf = viewsOf(settings, sessions)
  const pageRefusal = (error: ClientError) => {
    const { status, message, requestId } = error
    const reference = requestId === undefined ? '' : `\nRequest ID: ${requestId}`
    const headers = { 'Content-Type': `text/${errorPage === undefined ? 'plain' : 'html'}; charset=utf-8` }
    return { status, headers, body: errorPage?.(error) ?? `${message}${reference}\n` }
  }
  const handle = middlewareOf(routesOf(settings, jar, exchange, sessions), pageRefusal)

  return {
    /** For Koa: handles the client's paths, and passes every other request to `next`. */
    middleware: (): ((ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>) => handle,
    /** For `node:http`, Express, and Fastify's `serverFactory`: like `middleware`. */
    callback:
      (fallback?: (req: IncomingMessage, res: ServerResponse) => void) =>
      (req: IncomingMessage, res: ServerResponse, next?: Next): void => {
        const alone = (error: unknown): void => {
          if (error === undefined && fallback !== undefined) return fallback(req, res)
          if (error !== undefined) console.error(error)
          res.writeHead(error === undefined ? 404 : 500).end()
        }
        handle(req, res, next ?? alone)
      },
    /**
     * Requires a signed-in user, and optionally one of the roles. Browsers are redirected to sign in and return.
     * Scripts get 401, users without the role 403, and requests of other origins that are not GET or HEAD 403.
     */
    guard(requirements: { readonly roles?: readonly string[] } = {}): Middleware {
      assertNone(requirementsIssue(requirements, ['roles']))
      const { roles } = requirements
      const check = async ({ req, url }: Visit) => {
        assertOwnOrigin(req, origin)
        const session = await sessions.read(req)
        if (session === undefined && isPage(req))
          return { status: 303, headers: { Location: `/sign-in?${new URLSearchParams({ return_to: url })}` } }
        if (session === undefined) throw new ClientError(401, 'login_required', 'Sign in first.')
        if (roles !== undefined && !roles.some((role) => viewOf(req, session).roles.includes(role)))
          throw new ClientError(403, 'access_denied', 'Your account has no access to this page.')
        return undefined
      }
      return middlewareOf(check, (error, req) => (isPage(req) ? pageRefusal(error) : jsonRefusal(error)))
    },
    /** The signed-in user, or undefined. @throws ClientError 503 if the sessions cannot be read */
    async session(request: HostRequest): Promise<ClientSession | undefined> {
      const req = requestOf(request)
      const session = await sessions.read(req)
      return session === undefined ? undefined : viewOf(req, session)
    },
  }
}
