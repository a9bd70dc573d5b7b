/** The app's requests to the provider, with `openid-client`. */
import { setTimeout } from 'node:timers/promises'
import type * as Driver from 'openid-client'
import { validateUpstreamIdToken } from '../../policies/upstream-id-token.ts'
import { checkLogoutClaims, type LogoutClaims } from '../../policies/upstream-logout-token.ts'
import { ClientError, unavailable } from './client-error.ts'
import type { Settings } from './options.ts'
import { algorithmsOf, type JsonObject } from './provider.ts'

export interface Tokens {
  readonly accessToken: string
  /** Empty if the provider sent none. Not verified yet. */
  readonly idToken: string
  readonly refreshToken: string | undefined
  /** Scopes that were granted, if the provider named them. */
  readonly scope: string | undefined
  /** When to refresh, in milliseconds since the epoch. */
  readonly renewAt: number
  /** When the access token expires, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Covers the retries of a call. */
const CALL_SECONDS = 15
const RETRIES = 2
const RETRY_WAIT_MAX_MS = 5_000
const LIFETIME_SECONDS = 300
/** An access token is renewed before it expires: this time or a tenth of its life, whichever is shorter. */
const RENEW_EARLY_MS = 30_000
/** The user, an administrator or a setting has ended the access. */
const ENDED = ['invalid_grant', 'invalid_token', 'invalid_scope', 'access_denied', 'unauthorized_client']
/** The driver does not read the ID token, which would be checked by its clock and without the signature. */
const HIDDEN = 'unverified_id_token'

export type Exchange = ReturnType<typeof exchange>

export function exchange(settings: Settings) {
  const { clock, redirectUri: redirect_uri, postLogoutRedirectUri, scopes: scope } = settings
  let ready: Awaited<ReturnType<typeof configure>> | undefined

  const call = async <T>(work: (parts: NonNullable<typeof ready>) => T | Promise<T>): Promise<T> => {
    ready ??= await configure(settings)
    try {
      return await work(ready)
    } catch (error) {
      throw await failureOf(ready.driver, error)
    }
  }
  const grant = (type: string, parameters: Record<string, string>, before?: Tokens): Promise<Tokens> =>
    call(async ({ driver, configuration }) => {
      const answer = await driver.genericGrantRequest(configuration, type, parameters)
      const life = (answer.expires_in ?? LIFETIME_SECONDS) * 1000
      const expiresAt = clock() + life
      return {
        accessToken: answer.access_token,
        idToken: String(answer[HIDDEN] ?? before?.idToken ?? ''),
        refreshToken: answer.refresh_token ?? before?.refreshToken,
        scope: answer.scope ?? before?.scope,
        renewAt: expiresAt - Math.min(RENEW_EARLY_MS, life / 10),
        expiresAt,
      }
    })
  return {
    ...verifiedTokens(settings),
    authorizationUrl: (state: string, nonce: string, verifier: string): Promise<URL> =>
      call(async ({ driver, configuration }) => {
        const code_challenge = await driver.calculatePKCECodeChallenge(verifier)
        const pkce = { code_challenge, code_challenge_method: 'S256' }
        return driver.buildAuthorizationUrl(configuration, { scope, redirect_uri, state, nonce, ...pkce })
      }),
    redeem: (code: string, code_verifier: string) => grant('authorization_code', { code, redirect_uri, code_verifier }),
    /** @throws ClientError 401 if the provider refuses the refresh token, which ends the session */
    refresh: (tokens: Tokens) => grant('refresh_token', { refresh_token: tokens.refreshToken ?? '' }, tokens),
    /** Undefined if the provider has no userinfo endpoint. */
    userinfo: (accessToken: string, subject: string): Promise<JsonObject | undefined> =>
      call(({ driver, configuration }) =>
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? undefined
          : driver.fetchUserInfo(configuration, accessToken, subject),
      ),
    /** @throws an error if the provider cannot end its session */
    endSessionUrl: (id_token_hint: string): Promise<URL> =>
      call(({ driver, configuration }) => {
        const back = postLogoutRedirectUri === undefined ? {} : { post_logout_redirect_uri: postLogoutRedirectUri }
        return driver.buildEndSessionUrl(configuration, { id_token_hint, state: 'signed-out', ...back })
      }),
  }
}

async function configure({ issuer, clientId, clientSecret, provider }: Settings) {
  const driver = await import('openid-client').catch((cause: unknown) => {
    throw new Error('portico-sso/client needs the package openid-client: npm install openid-client', { cause })
  })
  const metadata = await provider.metadata()
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata
  const isPost = Array.isArray(methods) && !methods.includes('client_secret_basic')
  const withSecret = isPost ? driver.ClientSecretPost : driver.ClientSecretBasic
  const authentication = clientSecret === undefined ? driver.None() : withSecret(clientSecret)
  const server = { ...metadata } as Driver.ServerMetadata
  const configuration = new driver.Configuration(server, clientId, undefined, authentication)
  configuration.timeout = CALL_SECONDS
  configuration[driver.customFetch] = async (address, init) => {
    const response = await patientFetch(address, init as RequestInit)
    if (address !== metadata['token_endpoint'] || response.status !== 200) return response
    const { id_token, ...rest } = (await response.json().catch(() => ({}))) as JsonObject
    return Response.json({ ...rest, [HIDDEN]: id_token })
  }
  // `provider` has checked that an http issuer is on this machine.
  if (issuer.startsWith('http:')) driver.allowInsecureRequests(configuration)
  return { driver, configuration }
}

/** Repeats a request that the provider refused for now (503, RFC 9110 s15.6.4; 429), if the pause is short. */
async function patientFetch(address: string, init: RequestInit): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await fetch(address, init)
    if ((response.status !== 503 && response.status !== 429) || retry === RETRIES) return response
    const after = response.headers.get('retry-after') ?? '1'
    const pause = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
    if (pause > RETRY_WAIT_MAX_MS) return response
    await response.body?.cancel()
    await setTimeout(Number.isNaN(pause) ? 1_000 : pause, undefined, init.signal ? { signal: init.signal } : {})
  }
}

async function failureOf(driver: typeof Driver, error: unknown): Promise<unknown> {
  if (error instanceof ClientError) return error
  const isChallenge = error instanceof driver.WWWAuthenticateChallengeError
  if (!isChallenge && !(error instanceof driver.ResponseBodyError))
    return unavailable('The provider did not respond, or its response is not valid.', error)
  // The driver does not read the body of a response with WWW-Authenticate, for example after a wrong secret.
  const body = isChallenge ? await error.response.json().catch(() => undefined) : error.cause
  const { error: code = `status ${error.status}`, error_description: text, request_id: requestId } = Object(body)
  const isBusy = error.status >= 500 || error.status === 429
  const refused = ENDED.includes(code) ? 401 : 502
  const message = `The provider ${isBusy ? 'is busy' : 'refused'} (${code})${text === undefined ? '' : `: ${text}`}`
  return new ClientError(isBusy ? 503 : refused, code, message, error, requestId)
}

/** The ID token that starts a session, and the logout token that ends it. */
function verifiedTokens({ issuer, clientId, clock, provider }: Settings) {
  const verify = async (token: string) => provider.verify(token, algorithmsOf(await provider.metadata()))
  const seconds = () => Math.floor(clock() / 1000)
  return {
    /** OIDC Core s3.1.3.7. @param nonce undefined for the token of a refresh (s12.2) */
    async idToken(token: string, nonce?: string): Promise<JsonObject & { readonly sub: string }> {
      if (token === '') throw new ClientError(502, 'invalid_id_token', 'The provider sent no ID token.')
      const { type, claims } = await verify(token)
      const now = seconds()
      const expected = { issuer, clientId, nonce: nonce ?? (claims.nonce as string), startedAt: now, now }
      const verdict = validateUpstreamIdToken(type, claims, expected)
      if ('refuse' in verdict)
        throw new ClientError(502, 'invalid_id_token', `The ID token is not valid (${verdict.refuse}).`)
      return { ...claims, sub: verdict.subject }
    },
    /** OIDC Back-Channel Logout s2.6, apart from replay. @throws ClientError 400, or 503, after which it is repeated */
    async logoutToken(token: string): Promise<LogoutClaims> {
      const { type, claims } = await verify(token).catch((error: ClientError) => {
        throw error.status === 401 ? new ClientError(400, 'invalid_request', error.message, error) : error
      })
      const checked = checkLogoutClaims(claims, type, { issuer, clientId }, seconds())
      if (typeof checked === 'string')
        throw new ClientError(400, 'invalid_request', `The logout token is not valid (${checked}).`)
      return checked
    },
  }
}
