import type { IncomingMessage, ServerResponse } from 'node:http'
import { requirementsIssue } from '../../policies/host-guard.ts'
import { ClientError } from './client-error.ts'
import { cookieJar, sealing } from './cookies.ts'
import { exchange as exchangeOf } from './exchange.ts'
import {
  type FastifyRequest,
  type KoaContext,
  koaVisit,
  type Middleware,
  middlewareOf,
  type Next,
  nodeVisit,
  type Reply,
  requestOf,
  type Visit,
} from './hosts.ts'
import { type ClientOptions, settingsOf } from './options.ts'
import { providerAt } from './provider.ts'
import { assertOwnOrigin, isPage } from './request-checks.ts'
import { routesOf } from './routes.ts'
import { type ClientSession, sessionViews } from './session-views.ts'
import { sessionsOf } from './sessions.ts'
import { signInOf } from './sign-in.ts'
import { verifiedTokens } from './verified-tokens.ts'

/** An app's sign-in. */
export interface AppClient {
  /** For Koa: handles the client's paths, and passes every other request to `next`. */
  middleware(): (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>
  /** For `node:http`, Express, and Fastify's `serverFactory`: handles the client's paths, and passes on the others. */
  callback(
    fallback?: (req: IncomingMessage, res: ServerResponse) => void,
  ): (req: IncomingMessage, res: ServerResponse, next?: Next) => void
  /**
   * Requires a signed-in user, and optionally one of the roles. Browsers are redirected to sign in and return. Scripts
   * get 401, users without the role 403, and requests of other origins that are not GET or HEAD 403.
   */
  guard(requirements?: { readonly roles?: readonly string[] }): Middleware
  /** The signed-in user, or undefined. @throws ClientError 503 if the sessions cannot be read */
  session(request: KoaContext | FastifyRequest | IncomingMessage): Promise<ClientSession | undefined>
}

/**
 * Sign-in for an app with a server, at any OpenID provider.
 * @throws TypeError for an option that is not valid
 * @example const client = createClient({ issuer, clientId, clientSecret, redirectUri })
 */
export function createClient(options: ClientOptions): AppClient {
  const settings = settingsOf(options)
  const { origin, basePath, errorPage } = settings
  const provider = providerAt(settings.issuer)
  const [jar, sealed] = [cookieJar(settings), sealing(settings)]
  const exchange = exchangeOf(settings, provider)
  const verified = verifiedTokens(settings, provider)
  const sessions = sessionsOf({ settings, jar, sealed, exchange, verified })
  const signIn = signInOf({ settings, provider, jar, exchange, sessions })
  const routes = routesOf({ settings, exchange, verified, sessions, signIn })
  const { responses, find, viewOf } = sessionViews(settings, sessions)
  /** The response of the client's paths; undefined for a path of the app. */
  const handled = async (visit: Visit): Promise<Reply | undefined> => {
    responses.set(visit.req, visit.res)
    return routes(visit).catch((error: unknown) => refusal(error, true, errorPage))
  }

  return {
    middleware: () => async (ctx, next) => {
      const visit = koaVisit(ctx)
      const reply = await handled(visit)
      if (reply === undefined) await next()
      else visit.send(reply)
    },
    callback: (fallback) => (req, res, next) => {
      const visit = nodeVisit(req, res)
      const pass = next ?? (() => (fallback === undefined ? visit.send({ status: 404 }) : fallback(req, res)))
      handled(visit).then(
        (reply) => (reply === undefined ? pass() : visit.send(reply)),
        (error: unknown) => {
          if (next !== undefined) return next(error)
          console.error(error)
          visit.send({ status: 500 })
        },
      )
    },
    guard({ roles } = {}) {
      const issue = requirementsIssue({ roles })
      if (issue !== undefined) throw new TypeError(issue)
      return middlewareOf(async (visit) => {
        const { req, res, url } = visit
        responses.set(req, res)
        try {
          assertOwnOrigin(req, origin)
          const session = await find(req)
          if (session === undefined && isPage(req)) {
            const location = `${basePath}/sign-in?${new URLSearchParams({ return_to: url })}`
            return { status: 303, headers: { Location: location } }
          }
          if (session === undefined) throw new ClientError(401, 'login_required', 'Sign in first.')
          const held = viewOf(req, session).roles
          if (roles !== undefined && !roles.some((role) => held.includes(role)))
            throw new ClientError(403, 'access_denied', 'Your account has no access to this page.')
          return undefined
        } catch (error) {
          return refusal(error, isPage(req), errorPage)
        }
      })
    },
    async session(request) {
      const req = requestOf(request)
      const session = await find(req)
      return session === undefined ? undefined : viewOf(req, session)
    },
  }
}

/** The response to a request that is refused. @throws any other error */
function refusal(error: unknown, asPage: boolean, errorPage: ClientOptions['errorPage']): Reply {
  if (!(error instanceof ClientError)) throw error
  const { status, error: code, message, requestId } = error
  const reply = (type: string, body: string) => ({
    status,
    headers: { 'Content-Type': `${type}; charset=utf-8` },
    body,
  })
  if (!asPage)
    return reply('application/json', JSON.stringify({ error: code, error_description: message, request_id: requestId }))
  if (errorPage !== undefined) return reply('text/html', errorPage(error))
  return reply('text/plain', `${message}${requestId === undefined ? '' : `\nRequest ID: ${requestId}`}\n`)
}
