import type * as OpenidClient from 'openid-client'
import { UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import type { Call } from './bounded-call.ts'
import { isObject } from './json-answer.ts'
import type { Discovered } from './metadata.ts'
import type { UpstreamSettings } from './settings.ts'

export type Driver = typeof OpenidClient

/** @throws Error if the package is not installed */
export async function loadDriver(): Promise<Driver> {
  try {
    return await import('openid-client')
  } catch (error) {
    throw new Error('an upstream provider needs the package openid-client: npm install openid-client@6', {
      cause: error,
    })
  }
}

/** Builds the driver's configuration from the upstream's metadata and the client's credentials. */
export function configurationOf(
  driver: Driver,
  { clientId, clientSecret }: UpstreamSettings,
  metadata: Discovered,
): OpenidClient.Configuration {
  const configuration = new driver.Configuration(
    {
      issuer: metadata.issuer,
      authorization_endpoint: metadata.authorizationEndpoint,
      token_endpoint: metadata.tokenEndpoint,
      ...(metadata.endSessionEndpoint === undefined ? {} : { end_session_endpoint: metadata.endSessionEndpoint }),
    },
    clientId,
    undefined,
    metadata.authentication === 'client_secret_post'
      ? driver.ClientSecretPost(clientSecret)
      : driver.ClientSecretBasic(clientSecret),
  )
  // Always allow http in the driver, because `isCallable` decides which URLs can use it.
  driver.allowInsecureRequests(configuration)
  return configuration
}

export interface Tokens {
  readonly idToken: string
  readonly accessToken: string
}

/** Redeems an authorization code. Hides the ID token, because the driver would not verify its signature. */
export async function redeemCode(
  driver: Driver,
  configuration: OpenidClient.Configuration,
  call: Call,
  parameters: Readonly<Record<'code' | 'redirect_uri' | 'code_verifier', string>>,
): Promise<Tokens> {
  let idToken: unknown
  configuration[driver.customFetch] = async (url, { method, headers, body }) => {
    const response = await call(url, { method, headers, body: String(body) })
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (response.status !== 200 || !isObject(answer)) return response
    const { id_token, ...rest } = answer
    idToken = id_token
    return new Response(JSON.stringify(rest), response)
  }
  const { access_token: accessToken } = await driver
    .genericGrantRequest(configuration, 'authorization_code', parameters)
    .catch((error: unknown) => {
      throw refusalOf(driver, error)
    })
  if (typeof idToken !== 'string') throw new UpstreamRefused('upstream_response')
  return { idToken, accessToken }
}

/** The upstream's error code and description, for administrators. */
export const errorText = (error: string, description: string | null | undefined): string =>
  description ? `${error}: ${description}` : error

function refusalOf(driver: Driver, error: unknown): UpstreamRefused {
  if (error instanceof driver.ResponseBodyError)
    return new UpstreamRefused(
      error.error === 'invalid_grant' ? 'upstream_code' : 'upstream_response',
      errorText(error.error, error.error_description),
    )
  if (error instanceof driver.WWWAuthenticateChallengeError)
    return new UpstreamRefused('upstream_response', `HTTP ${error.status}`)
  // The driver wraps errors from `call`.
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof UpstreamRefused ? cause : new UpstreamRefused('upstream_response')
}
