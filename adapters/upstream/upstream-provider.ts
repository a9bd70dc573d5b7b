import { compactVerify, createRemoteJWKSet, customFetch as jwksFetch } from 'jose'
import type * as OpenidClient from 'openid-client'
import { type UpstreamClaims, type UpstreamProvider, UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import { type AddressGuard, boundedFetch } from './bounded-fetch.ts'
import { refusedBy } from './refused.ts'

export interface UpstreamOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  readonly guard: AddressGuard
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const DISCOVERY_MS = 3_600_000
const JWKS_MS = 600_000
const UNKNOWN_KEY_MS = 60_000
const SKEW_SECONDS = 60

/** A provider that has been discovered. */
interface Known {
  readonly client: typeof OpenidClient
  readonly configuration: OpenidClient.Configuration
  readonly metadata: OpenidClient.ServerMetadata
  readonly algorithms: readonly string[]
  readonly keys: ReturnType<typeof createRemoteJWKSet>
  readonly until: number
}

/** An OpenID provider by its discovery document, over openid-client, which is loaded with the first sign-in. */
export function upstreamProvider(options: UpstreamOptions): UpstreamProvider {
  const { issuer, now } = options
  const ask = boundedFetch(new URL(issuer), options.guard)
  let found: { readonly known: Promise<Known> } | undefined
  const known = async (): Promise<Known> => {
    found ??= { known: discover(options, ask) }
    const mine = found
    try {
      const present = await mine.known
      if (now() < present.until) return present
    } catch (error) {
      if (found === mine) found = undefined
      throw refusedBy(error)
    }
    if (found === mine) found = undefined
    return known()
  }
  const refusing = async <T>(work: (present: Known) => Promise<T>): Promise<T> => {
    const present = await known()
    try {
      return await work(present)
    } catch (error) {
      throw refusedBy(error)
    }
  }
  return {
    authorizationUrl: ({ state, nonce, verifier, redirectUri, loginHint, prompt, maxAgeSeconds }) =>
      refusing(async ({ client, configuration }) => {
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: options.scopes.join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(loginHint === undefined ? {} : { login_hint: loginHint }),
          ...(prompt === undefined ? {} : { prompt }),
          ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
        })
        return url.href
      }),
    redeem: (answer, { state, nonce, verifier, redirectUri }) =>
      refusing(async ({ client, configuration, metadata, algorithms, keys }) => {
        if (answer.getAll('state').length !== 1 || answer.get('state') !== state)
          throw new UpstreamRefused('upstream_state')
        const said = answer.getAll('iss')
        const promised = metadata.authorization_response_iss_parameter_supported === true
        // A provider that pretends to be another one is found out here (RFC 9207, RFC 9700 s4.4).
        if (said.length > 1 || (said[0] ?? (promised ? undefined : issuer)) !== issuer)
          throw new UpstreamRefused('upstream_mix_up')
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${answer}`),
          { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
          { redirect_uri: redirectUri },
        )
        // Once more by ourselves: a library, or a setting of it, that leaves this out must not decide who comes in.
        const { payload } = await verified(tokens.id_token ?? '', keys, algorithms)
        if (metadata.userinfo_endpoint === undefined) return { claims: payload }
        const profile = await client.fetchUserInfo(configuration, tokens.access_token, client.skipSubjectCheck)
        return { claims: payload, profile }
      }),
    describe: () =>
      refusing(async ({ metadata, algorithms }) => {
        const answer = await ask(String(metadata.jwks_uri), {
          method: 'GET',
          headers: { accept: 'application/json' },
        })
        const { keys } = (await answer.json()) as { readonly keys?: unknown }
        return {
          issuer: metadata.issuer,
          authorizationEndpoint: String(metadata.authorization_endpoint),
          tokenEndpoint: String(metadata.token_endpoint),
          jwksUri: String(metadata.jwks_uri),
          keys: Array.isArray(keys) ? keys.length : 0,
          algorithms,
          hasUserinfo: metadata.userinfo_endpoint !== undefined,
          hasEndSession: metadata.end_session_endpoint !== undefined,
          promisesIss: metadata.authorization_response_iss_parameter_supported === true,
        }
      }),
  }
}

async function discover(
  { issuer, clientId, clientSecret, now }: UpstreamOptions,
  ask: ReturnType<typeof boundedFetch>,
): Promise<Known> {
  const client = await load()
  const isLocal = issuer.startsWith('http:')
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: SKEW_SECONDS },
    client.ClientSecretPost(clientSecret),
    {
      [client.customFetch]: ask,
      ...(isLocal ? { execute: [client.allowInsecureRequests] } : {}),
    },
  )
  client.enableNonRepudiationChecks(configuration)
  configuration[client.customFetch] = ask
  const metadata = configuration.serverMetadata()
  if (metadata.issuer !== issuer) throw new UpstreamRefused('upstream_issuer', 'the metadata name another issuer')
  const named = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const algorithms = named.filter((algorithm) => /^(?:RS|PS|ES)(?:256|384|512)$|^(?:Ed25519|EdDSA)$/.test(algorithm))
  if (metadata.jwks_uri === undefined) throw new UpstreamRefused('upstream_response', 'the metadata name no jwks_uri')
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    [jwksFetch]: (url, { headers, method }) =>
      ask(url, { method, headers: Object.fromEntries(headers as Iterable<[string, string]>) }),
    cacheMaxAge: JWKS_MS,
    cooldownDuration: UNKNOWN_KEY_MS,
  })
  return { client, configuration, metadata, algorithms, keys, until: now() + DISCOVERY_MS }
}

async function load(): Promise<typeof OpenidClient> {
  try {
    return await import('openid-client')
  } catch (cause) {
    throw new Error('signing in at another provider needs the package openid-client: npm install openid-client', {
      cause,
    })
  }
}

/** Only the signature is judged here; what the claims say is a matter of the policies. */
async function verified(token: string, keys: Known['keys'], algorithms: readonly string[]) {
  try {
    const { payload, protectedHeader } = await compactVerify(token, keys, { algorithms: [...algorithms] })
    return { payload: claimsIn(payload), protectedHeader }
  } catch (error) {
    if (error instanceof UpstreamRefused) throw error
    throw new UpstreamRefused('upstream_signature', error instanceof Error ? error.message : undefined)
  }
}

function claimsIn(payload: Uint8Array): UpstreamClaims {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims as UpstreamClaims
  } catch {
    // No JSON: no claims.
  }
  throw new UpstreamRefused('upstream_token_invalid')
}
