/** An external OpenID provider without pages, for tests of `login.upstreams`. It misbehaves when a test asks it to. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { ConfigurationInput } from '../config/configuration.ts'
import { closed, listening } from './listening.ts'

/** Settings of the connector to the provider: those of an entry of `login.upstreams`, each with a default. */
export type ProviderSettings = Partial<
  Omit<NonNullable<NonNullable<ConfigurationInput['login']>['upstreams']>[number], 'issuer' | 'client_secret'>
>

/** A claim or response of the provider that is wrong. */
export type Misbehavior = keyof typeof CLAIMS | (typeof OTHERS)[number]

/** An external provider. Each browser that it gets is signed in as its user. */
export interface TestProvider {
  /** Issuer, `http://localhost:PORT`. */
  readonly issuer: string
  /**
   * Changes the user who signs in next.
   * @param claims `sub`, and claims of the ID token
   * @example idp.provider.user({ sub: 'ext-2', email: 'dora@example.com', email_verified: true })
   */
  user(claims: { readonly sub: string; readonly [claim: string]: unknown }): void
  /** Lets each further sign-in be wrong in this way; `nothing` ends it. @throws TypeError for an unknown name */
  misbehave(how: Misbehavior | 'nothing'): void
}

/** Claims of the ID token that are wrong. */
const CLAIMS = {
  iss: () => ({ iss: 'https://another.example' }),
  aud: () => ({ aud: 'another-client' }),
  nonce: () => ({ nonce: 'another-nonce' }),
  expired: (now: number) => ({ iat: now - 7_200, exp: now - 3_600 }),
  'no-sub': () => ({ sub: undefined }),
} as const
/** `signature`: of another key; `alg`: none; `denied`: the user declines; `unavailable`: the token endpoint fails. */
const OTHERS = ['signature', 'alg', 'state', 'denied', 'unavailable'] as const
const NAMES: readonly string[] = [...Object.keys(CLAIMS), ...OTHERS, 'nothing']

const json = (res: ServerResponse, value: unknown, status = 200): void =>
  void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const absent = (): never => {
  throw new Error('provider: pass startIdp({ provider: {} }) to have one')
}
export const NO_PROVIDER: TestProvider = { issuer: '', user: absent, misbehave: absent }

export async function startProvider(settings: ProviderSettings, now: () => number) {
  const [keys, others] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const connector = {
    id: 'provider',
    name: 'Provider',
    client_id: 'portico',
    firstSignIn: 'create',
    ...settings,
  } as const
  let how = 'nothing'
  let user: Parameters<TestProvider['user']>[0] = { sub: 'ext-1', name: 'Erin', email: 'erin@example.com' }
  /** Nonces by code. */
  const requests = new Map<string, string>()

  const idToken = (nonce: string | undefined): string => {
    const seconds = Math.floor(now() / 1000)
    const wrong = how in CLAIMS ? CLAIMS[how as keyof typeof CLAIMS](seconds) : {}
    const claims = { iss: issuer, aud: connector.client_id, iat: seconds, exp: seconds + 300, nonce, ...user, ...wrong }
    const input = `${part({ alg: how === 'alg' ? 'none' : 'ES256', kid: 'k1' })}.${part(claims)}`
    const key = (how === 'signature' ? others : keys)?.privateKey
    if (how === 'alg' || key === undefined) return `${input}.`
    return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://localhost')
    let body = ''
    for await (const chunk of req) body += chunk
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(res, metadata(issuer))
      case '/jwks':
        return json(res, {
          keys: [{ ...keys?.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }],
        })
      case '/authorize': {
        const code = randomBytes(16).toString('base64url')
        requests.set(code, url.searchParams.get('nonce') ?? '')
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('state', how === 'state' ? 'another-state' : (url.searchParams.get('state') ?? ''))
        back.searchParams.set('iss', issuer)
        if (how === 'denied') back.searchParams.set('error', 'access_denied')
        else back.searchParams.set('code', code)
        return void res.writeHead(303, { Location: back.href }).end()
      }
      case '/token': {
        if (how === 'unavailable') return json(res, { error: 'temporarily_unavailable' }, 503)
        const code = new URLSearchParams(body).get('code') ?? ''
        const nonce = requests.get(code)
        if (!requests.delete(code)) return json(res, { error: 'invalid_grant' }, 400)
        return json(res, { access_token: 'at', token_type: 'Bearer', expires_in: 300, id_token: idToken(nonce) })
      }
      case '/userinfo':
        return json(res, user)
      default:
        return json(res, { error: 'not_found' }, 404)
    }
  })
  const issuer = `http://localhost:${await listening(server)}`
  const provider: TestProvider = {
    issuer,
    user(claims) {
      user = claims
    },
    misbehave(next) {
      if (!NAMES.includes(next))
        throw new TypeError(`misbehave: expected ${NAMES.join(', ')}, got ${JSON.stringify(next)}`)
      how = next
    },
  }
  return {
    provider,
    connector: { ...connector, issuer, client_secret: randomBytes(32).toString('base64url') },
    stop: () => closed(server),
  }
}

const metadata = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['ES256'],
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  authorization_response_iss_parameter_supported: true,
})
