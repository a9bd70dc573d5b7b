/** The app's requests to the provider, with `openid-client`. */
import type * as Driver from 'openid-client'
import { ClientError, unavailable } from './client-error.ts'
import type { Settings } from './options.ts'
import { patientFetch } from './patient-fetch.ts'
import type { JsonObject, Metadata, Provider } from './provider.ts'

export interface Tokens {
  readonly accessToken: string
  /** Not verified yet. */
  readonly idToken: string | undefined
  readonly refreshToken: string | undefined
  readonly scope: string | undefined
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
}

/** Covers the retries of a call. */
const CALL_SECONDS = 15
const LIFETIME_SECONDS = 300
/** The user, an administrator or a setting has ended the access. */
const ENDED = ['invalid_grant', 'invalid_token', 'invalid_scope', 'access_denied', 'unauthorized_client']
/** The driver does not read the ID token, which would be checked by its clock and without the signature. */
const HIDDEN = 'unverified_id_token'

/** @throws Error that names the command, if the package is not installed */
export async function loadDriver(): Promise<typeof Driver> {
  try {
    return await import('openid-client')
  } catch (cause) {
    throw new Error('portico-sso/client needs the package openid-client: npm install openid-client', { cause })
  }
}

export type Exchange = ReturnType<typeof exchange>

export function exchange(settings: Settings, provider: Provider) {
  const { redirectUri, postLogoutRedirectUri } = settings
  let ready: Ready | undefined

  const call = async <T>(work: (ready: Ready) => T | Promise<T>): Promise<T> => {
    ready ??= await configure(settings, provider)
    const { driver } = ready
    try {
      return await work(ready)
    } catch (error) {
      throw await failureOf(driver, error)
    }
  }
  const grant = (type: string, parameters: Record<string, string>): Promise<Tokens> =>
    call(async ({ driver, configuration }) => {
      const answer = await driver.genericGrantRequest(configuration, type, parameters)
      const idToken = answer[HIDDEN]
      return {
        accessToken: answer.access_token,
        idToken: typeof idToken === 'string' ? idToken : undefined,
        refreshToken: answer.refresh_token,
        scope: answer.scope,
        expiresIn: answer.expires_in ?? LIFETIME_SECONDS,
      }
    })
  return {
    authorizationUrl: (parameters: Readonly<Record<string, string>>, verifier: string): Promise<URL> =>
      call(async ({ driver, configuration }) =>
        driver.buildAuthorizationUrl(configuration, {
          ...parameters,
          response_type: 'code',
          redirect_uri: redirectUri,
          scope: settings.scopes,
          code_challenge: await driver.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      ),
    redeem: (code: string, verifier: string) =>
      grant('authorization_code', { code, redirect_uri: redirectUri, code_verifier: verifier }),
    /** @throws ClientError 401 if the provider refuses the refresh token, which ends the session */
    refresh: (refreshToken: string) => grant('refresh_token', { refresh_token: refreshToken }),
    /** Undefined if the provider has no userinfo endpoint. */
    userinfo: (accessToken: string, subject: string): Promise<JsonObject | undefined> =>
      call(({ driver, configuration, metadata }) =>
        metadata.userinfo_endpoint === undefined
          ? undefined
          : driver.fetchUserInfo(configuration, accessToken, subject),
      ),
    /** Undefined if the provider cannot end its session. */
    endSessionUrl: (idToken: string): Promise<URL | undefined> =>
      call(({ driver, configuration, metadata }) =>
        metadata.end_session_endpoint === undefined
          ? undefined
          : driver.buildEndSessionUrl(configuration, {
              id_token_hint: idToken,
              state: 'signed-out',
              ...(postLogoutRedirectUri === undefined ? {} : { post_logout_redirect_uri: postLogoutRedirectUri }),
            }),
      ),
  }
}

interface Ready {
  readonly driver: typeof Driver
  readonly configuration: Driver.Configuration
  readonly metadata: Metadata
}

async function configure(settings: Settings, provider: Provider): Promise<Ready> {
  const { clientId, clientSecret } = settings
  const [driver, metadata] = [await loadDriver(), await provider.metadata()]
  const authentication = authenticationOf(driver, metadata, clientSecret)
  const configuration = new driver.Configuration(
    { ...metadata } as Driver.ServerMetadata,
    clientId,
    undefined,
    authentication,
  )
  configuration.timeout = CALL_SECONDS
  configuration[driver.customFetch] = async (address, init) => {
    const response = await patientFetch(address, init as RequestInit)
    if (address !== metadata.token_endpoint || response.status !== 200) return response
    const { id_token, ...rest } = (await response.json().catch(() => ({}))) as JsonObject
    return Response.json({ ...rest, ...(id_token === undefined ? {} : { [HIDDEN]: id_token }) })
  }
  // `provider` has checked that an http issuer is on this machine.
  if (settings.issuer.startsWith('http:')) driver.allowInsecureRequests(configuration)
  return { driver, configuration, metadata }
}

function authenticationOf(driver: typeof Driver, metadata: Metadata, secret: string | undefined): Driver.ClientAuth {
  if (secret === undefined) return driver.None()
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata
  const isPost = Array.isArray(methods) && !methods.includes('client_secret_basic')
  return isPost ? driver.ClientSecretPost(secret) : driver.ClientSecretBasic(secret)
}

/** What the provider said, in the client's terms. */
async function failureOf(driver: typeof Driver, error: unknown): Promise<unknown> {
  if (error instanceof ClientError) return error
  let body: JsonObject | undefined
  if (error instanceof driver.ResponseBodyError) body = error.cause
  // The driver does not read the body of a response with WWW-Authenticate, for example after a wrong secret.
  else if (error instanceof driver.WWWAuthenticateChallengeError)
    body = (await error.response.json().catch(() => ({}))) as JsonObject
  if (body === undefined) return unavailable('The provider did not respond, or its response is not valid.', error)
  const { status } = error as { readonly status: number }
  const code = typeof body.error === 'string' ? body.error : `status ${status}`
  const why = typeof body.error_description === 'string' ? `: ${body.error_description}` : ''
  const details = { cause: error, requestId: typeof body.request_id === 'string' ? body.request_id : undefined }
  if (status >= 500 || status === 429)
    return new ClientError(503, code, `The provider is busy (${code})${why}`, details)
  const hasEnded = ENDED.includes(code)
  return new ClientError(hasEnded ? 401 : 502, code, `The provider refused (${code})${why}`, details)
}
