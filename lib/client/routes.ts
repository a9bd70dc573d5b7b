/** The paths that belong to the client: sign-in, callback, sign-out, and logout notices. */
import { ClientError } from './client-error.ts'
import type { CookieJar } from './cookies.ts'
import type { Exchange } from './exchange.ts'
import { assertOwnOrigin, type Reply, type Visit } from './hosts.ts'
import type { Settings } from './options.ts'
import { random } from './session-keeping.ts'
import type { Sessions } from './sessions.ts'
import { digestOf } from './shared-work.ts'

const LOGOUT_TOKEN_MAX = 8_192
const ATTEMPT_SECONDS = 900
const RETURN_TO_MAX = 2_000

/** One secret of the browser is the source of all values of an attempt, which keeps the cookie short. */
const derived = (seed: string, purpose: string): string => digestOf(`${purpose} ${seed}`)

const redirect = (Location: string): Reply => ({ status: 303, headers: { Location, 'Referrer-Policy': 'no-referrer' } })

/** @returns a function that returns undefined for a path that belongs to the app, and throws ClientError */
export function routesOf(settings: Settings, jar: CookieJar, exchange: Exchange, sessions: Sessions) {
  const { origin, issuer, callbackPath, provider, postLogoutRedirectUri = `${origin}/` } = settings
  const handlers: Record<string, (visit: Visit, query: URLSearchParams) => Promise<Reply>> = {
    'GET /sign-in': async ({ req }, query) => {
      const seed = random()
      const state = derived(seed, 'state')
      const url = await exchange.authorizationUrl(state, derived(seed, 'nonce'), derived(seed, 'verifier'))
      const path = encodeURIComponent(ownPath(origin, query.get('return_to')))
      jar.write(req, jar.attempt(state), `${seed}.${path}`, callbackPath, ATTEMPT_SECONDS)
      return redirect(url.href)
    },
    [`GET ${callbackPath}`]: async ({ req }, query) => {
      const response: Record<string, string | undefined> = Object.fromEntries(query)
      const { state = '', iss, code, error, error_description: why = '', request_id: requestId } = response
      const attempt = jar.attempt(state)
      const [, seed = '', path = ''] = /^([\w-]+)\.(.+)$/.exec(jar.read(req, attempt)) ?? []
      // Without a cookie, all values would be those of the empty seed, which an attacker can derive.
      if (seed === '' || state !== derived(seed, 'state'))
        throw new ClientError(400, 'invalid_state', 'This sign-in began in another browser, or too long ago.')
      // RFC 9207 s2.4.
      const { authorization_response_iss_parameter_supported: isPromised } = await provider.metadata()
      if (iss === undefined ? isPromised === true : iss !== issuer)
        throw new ClientError(400, 'invalid_issuer', 'The response is from another provider.')
      jar.write(req, attempt, '', callbackPath, 0)
      if (error === 'access_denied')
        throw new ClientError(403, error, 'You did not sign in: access was not allowed.', undefined, requestId)
      if (error !== undefined)
        throw new ClientError(400, error, `The provider refused (${error}). ${why}`, undefined, requestId)
      if (code === undefined) throw new ClientError(400, 'invalid_request', 'The provider returned no code.')
      const tokens = await exchange.redeem(code, derived(seed, 'verifier'))
      await sessions.start(req, tokens, derived(seed, 'nonce'))
      return redirect(origin + decodeURIComponent(path))
    },
    'POST /sign-out': async ({ req }) => {
      assertOwnOrigin(req, origin)
      const session = await sessions.read(req)
      if (session === undefined) return redirect(postLogoutRedirectUri)
      await sessions.notify(session)
      await sessions.forget(session, req)
      // The app's session has ended, whether or not the provider responds.
      const url = await exchange.endSessionUrl(session.idToken).catch(() => undefined)
      return redirect(url?.href ?? postLogoutRedirectUri)
    },
    'POST /backchannel': async (visit) => {
      const logout = await exchange.logoutToken(await logoutTokenOf(visit))
      if (!(await sessions.isNew(logout.jti, logout.until)))
        throw new ClientError(400, 'invalid_request', 'The logout token was used before.')
      await sessions.notify(logout)
      return { status: 200 }
    },
    // A frame on the provider's page: it has no cookie, so the session is found by its `sid`.
    'GET /frontchannel': async (_visit, query) => {
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
  }

  return async (visit: Visit): Promise<Reply | undefined> => {
    const url = URL.parse(visit.url, origin)
    const [key, handler] = Object.entries(handlers).find(([name]) => name.endsWith(` ${url?.pathname}`)) ?? []
    if (url === null || key === undefined) return undefined
    const [Allow = ''] = key.split(' ')
    return visit.req.method === Allow ? handler?.(visit, url.searchParams) : { status: 405, headers: { Allow } }
  }
}

async function logoutTokenOf({ req, parsed }: Visit): Promise<string> {
  let body = typeof parsed === 'string' ? parsed : `${new URLSearchParams({ ...Object(parsed) })}`
  if (!req.readableEnded)
    for await (const chunk of req)
      if ((body += String(chunk)).length > LOGOUT_TOKEN_MAX)
        throw new ClientError(400, 'invalid_request', 'The logout token is too long.')
  return new URLSearchParams(body).get('logout_token') ?? ''
}

/** The first page for a URL at another origin. Starts with a slash; callers put the origin before it. */
function ownPath(origin: string, address: string | null): string {
  // The parser interprets backslashes and control characters the way browsers do.
  const url = address === null || address.length > RETURN_TO_MAX ? null : URL.parse(address, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/'
}
