/** From the app's page to the provider, and back with a code. */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientError } from './client-error.ts'
import type { CookieJar } from './cookies.ts'
import type { Exchange } from './exchange.ts'
import type { Settings } from './options.ts'
import type { Provider } from './provider.ts'
import type { Sessions } from './sessions.ts'

export interface SignInParts {
  readonly settings: Settings
  readonly provider: Provider
  readonly jar: CookieJar
  readonly exchange: Exchange
  readonly sessions: Sessions
}

const ATTEMPT_SECONDS = 900
const RETURN_TO_MAX = 2_000

/** One secret of the browser is the source of all values of an attempt, which keeps the cookie short. */
const derived = (seed: string, purpose: string): string =>
  createHash('sha256').update(`${purpose} ${seed}`).digest('base64url')

export type SignIn = ReturnType<typeof signInOf>

export function signInOf({ settings, provider, jar, exchange, sessions }: SignInParts) {
  const { origin, issuer, basePath } = settings
  const callback = new URL(settings.redirectUri).pathname
  const home = `${origin}${basePath}/`

  return {
    /** @returns the URL at the provider */
    async begin(res: ServerResponse, returnTo: string | null): Promise<string> {
      const seed = randomBytes(32).toString('base64url')
      const [state, nonce, verifier] = [derived(seed, 'state'), derived(seed, 'nonce'), derived(seed, 'verifier')]
      const url = await exchange.authorizationUrl({ state, nonce }, verifier)
      const path = encodeURIComponent(ownPath(origin, returnTo) ?? '')
      jar.write(res, jar.attempt(state), `${seed}.${path}`, callback, ATTEMPT_SECONDS)
      return url.href
    },
    /** Starts a session. @returns the URL of the page that the user came from */
    async finish(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<string> {
      const state = query.get('state') ?? ''
      const [, seed = '', path = ''] = /^([\w-]{43})\.(.*)$/.exec(jar.read(req, jar.attempt(state)) ?? '') ?? []
      // Without a cookie, all values would be those of the empty seed, which an attacker can derive.
      if (seed === '' || state !== derived(seed, 'state'))
        throw new ClientError(400, 'invalid_state', 'This sign-in began in another browser, or too long ago.')
      await checkIssuer(query.get('iss'))
      jar.write(res, jar.attempt(state), '', callback, 0)
      const [error, code] = [query.get('error'), query.get('code')]
      if (error !== null) throw refusalOf(error, query)
      if (code === null) throw new ClientError(400, 'invalid_request', 'The provider returned no code.')
      const tokens = await exchange.redeem(code, derived(seed, 'verifier'))
      await sessions.start(req, res, tokens, derived(seed, 'nonce'))
      return path === '' ? home : origin + decodeURIComponent(path)
    },
  }

  /** RFC 9207 s2.4. */
  async function checkIssuer(iss: string | null): Promise<void> {
    const { authorization_response_iss_parameter_supported: isPromised } = await provider.metadata()
    if (iss === null ? isPromised === true : iss !== issuer)
      throw new ClientError(400, 'invalid_issuer', 'The response is from another provider.')
  }
}

/** Undefined for a URL at another origin. Starts with a slash; callers put the origin before it. */
export function ownPath(origin: string, address: string | null): string | undefined {
  if (address === null || address.length > RETURN_TO_MAX) return undefined
  // The parser interprets backslashes and control characters the way browsers do.
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}

function refusalOf(error: string, query: URLSearchParams): ClientError {
  const isDenied = error === 'access_denied'
  const why = query.get('error_description')
  const text = isDenied ? 'You did not sign in: access was not allowed.' : `The provider refused (${error})`
  const message = isDenied || why === null ? text : `${text}: ${why}`
  return new ClientError(isDenied ? 403 : 400, error, message, { requestId: query.get('request_id') ?? undefined })
}
