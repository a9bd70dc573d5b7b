/** The paths that belong to the client: sign-in, callback, sign-out, and logout notices. */
import { ClientError } from './client-error.ts'
import type { Exchange } from './exchange.ts'
import type { Reply, Visit } from './hosts.ts'
import type { Settings } from './options.ts'
import { assertOwnOrigin } from './request-checks.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'
import type { VerifiedTokens } from './verified-tokens.ts'

export interface RouteParts {
  readonly settings: Settings
  readonly exchange: Exchange
  readonly verified: VerifiedTokens
  readonly sessions: Sessions
  readonly signIn: SignIn
}

type Handler = (visit: Visit, query: URLSearchParams) => Promise<Reply>

const LOGOUT_TOKEN_MAX = 8_192

/** @returns a function that returns undefined for a path that belongs to the app, and throws ClientError */
export function routesOf({ settings, exchange, verified, sessions, signIn }: RouteParts) {
  const { origin, basePath, issuer, postLogoutRedirectUri } = settings
  const afterSignOut = postLogoutRedirectUri ?? `${origin}${basePath}/`

  const paths: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
    [`${basePath}/sign-in`]: {
      GET: async ({ res }, query) => redirect(await signIn.begin(res, query.get('return_to'))),
    },
    [new URL(settings.redirectUri).pathname]: {
      GET: async ({ req, res }, query) => redirect(await signIn.finish(req, res, query)),
    },
    [`${basePath}/sign-out`]: {
      async POST({ req, res }) {
        assertOwnOrigin(req, origin)
        const session = await sessions.read(req, undefined)
        if (session === undefined) return redirect(afterSignOut)
        await sessions.end(session, res)
        // The app's session has ended, whether or not the provider responds.
        const url = await exchange.endSessionUrl(session.idToken).catch(() => undefined)
        return redirect(url?.href ?? afterSignOut)
      },
    },
    [`${basePath}/backchannel`]: {
      async POST(visit) {
        const logout = await verified.logoutToken(await logoutTokenOf(visit)).catch((error: unknown) => {
          // A provider repeats a notice after 503 only.
          throw error instanceof ClientError && error.status === 401
            ? new ClientError(400, 'invalid_request', error.message, { cause: error })
            : error
        })
        await replayed(logout.jti, logout.until)
        await sessions.notify(logout)
        return { status: 200 }
      },
    },
    [`${basePath}/frontchannel`]: {
      // A frame on the provider's page: it has no cookie, so the session is found by its `sid`.
      async GET(_visit, query) {
        const sid = query.get('sid')
        if (query.get('iss') !== issuer || sid === null)
          throw new ClientError(400, 'invalid_request', 'The notice names no session of the provider.')
        await sessions.notify({ sid }, 'known')
        const policy = `default-src 'none'; frame-ancestors ${new URL(issuer).origin}`
        return {
          status: 200,
          headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
          body: '<!doctype html><title>Signed out</title>',
        }
      },
    },
  }

  async function replayed(jti: string, until: number): Promise<void> {
    if (!(await sessions.isNew(jti, until - settings.clock() / 1000)))
      throw new ClientError(400, 'invalid_request', 'The logout token was used before.')
  }

  return async (visit: Visit): Promise<Reply | undefined> => {
    const url = URL.parse(visit.url, origin)
    const methods = url !== null && Object.hasOwn(paths, url.pathname) ? paths[url.pathname] : undefined
    if (url === null || methods === undefined) return undefined
    const handler = methods[visit.req.method ?? '']
    return handler === undefined
      ? { status: 405, headers: { Allow: Object.keys(methods).join(', ') } }
      : handler(visit, url.searchParams)
  }
}

async function logoutTokenOf({ req, parsed }: Visit): Promise<string> {
  const { logout_token: field } = Object(parsed) as { readonly logout_token?: unknown }
  if (field !== undefined) return String(field)
  let body = typeof parsed === 'string' ? parsed : ''
  if (!req.readableEnded)
    for await (const chunk of req)
      if ((body += String(chunk)).length > LOGOUT_TOKEN_MAX)
        throw new ClientError(400, 'invalid_request', 'The logout token is too long.')
  return new URLSearchParams(body).get('logout_token') ?? ''
}

const redirect = (location: string): Reply => ({
  status: 303,
  headers: { Location: location, 'Referrer-Policy': 'no-referrer' },
})
