/**
 * What each client library must be given, in one line: for developers who read its guide and came here by `error_uri`. Settings as
 * the libraries spell them, in their current major versions where no other is named.
 */
import type { ErrorRef } from '../../../policies/errors.ts'

/** What a library may have to be told. Two of them no request shows: the app refuses what it gets. */
export const TOPICS = ['state', 'nonce', 'pkce', 'es256', 'response_mode', 'redirect_uri', 'audience'] as const
export type Topic = (typeof TOPICS)[number]
/** These have pages of their own. */
export const TOPIC_PAGES = ['es256', 'audience'] as const satisfies readonly Topic[]
export type TopicPage = (typeof TOPIC_PAGES)[number]

export interface Cure {
  readonly library: string
  /** In English, with code between backticks. */
  readonly cure: string
}

const CHECKS = '`checks: ["pkce", "state", "nonce"]` in the provider'

/** A topic that is left out needs no setting, or the library does not have it. */
const CURES: Readonly<Record<string, Partial<Readonly<Record<Topic, string>>>>> = {
  'openid-client 6': {
    state: 'pass `state: randomState()` to `buildAuthorizationUrl`, and `expectedState` to `authorizationCodeGrant`',
    nonce: 'pass `nonce: randomNonce()` to `buildAuthorizationUrl`, and `expectedNonce` to `authorizationCodeGrant`',
    pkce: 'pass `code_challenge` (of `calculatePKCECodeChallenge`) with `code_challenge_method: "S256"` to `buildAuthorizationUrl`, and `pkceCodeVerifier` to `authorizationCodeGrant`',
    redirect_uri:
      'give `buildAuthorizationUrl` the `redirect_uri` as registered, and `authorizationCodeGrant` the address that the browser was sent to',
  },
  'openid-client 5': {
    state: 'pass `state: generators.state()` to `authorizationUrl`, and `{ state }` to `callback`',
    nonce: 'pass `nonce: generators.nonce()` to `authorizationUrl`, and `{ nonce }` to `callback`',
    pkce: 'pass `code_challenge: generators.codeChallenge(verifier)` with `code_challenge_method: "S256"` to `authorizationUrl`, and `{ code_verifier }` to `callback`',
    es256: '`id_token_signed_response_alg: "ES256"` in `new issuer.Client({ … })`',
    redirect_uri: '`redirect_uris: ["…"]` in `new issuer.Client({ … })`, and the same address in `callback`',
  },
  'Auth.js 5': {
    state: CHECKS,
    nonce: CHECKS,
    pkce: CHECKS,
    es256: '`client: { id_token_signed_response_alg: "ES256" }` in the provider',
    redirect_uri: 'register `https://YOUR-APP/api/auth/callback/PROVIDER-ID`',
  },
  'next-auth 4': {
    state: CHECKS,
    nonce: CHECKS,
    pkce: CHECKS,
    es256: '`client: { id_token_signed_response_alg: "ES256" }` in the provider',
    redirect_uri: 'register `https://YOUR-APP/api/auth/callback/PROVIDER-ID`',
  },
  'express-openid-connect': {
    pkce: '`authorizationParams: { response_type: "code" }`, with `clientSecret`',
    es256: '`idTokenSigningAlg: "ES256"`',
    response_mode:
      '`authorizationParams: { response_type: "code", response_mode: "query" }`, with `clientSecret` and `idTokenSigningAlg: "ES256"`',
    redirect_uri: 'register `baseURL` followed by `/callback`',
  },
  'oidc-client-ts': {
    nonce: '`signinRedirect({ nonce: crypto.randomUUID() })`',
    pkce: 'leave `disablePKCE` out',
    response_mode: '`response_mode: "query"`',
    redirect_uri: '`redirect_uri` as registered, to the last character',
  },
  'keycloak-js': {
    nonce: 'leave `useNonce` at `true`',
    pkce: '`init({ pkceMethod: "S256" })`',
    response_mode: '`init({ responseMode: "query" })`',
    redirect_uri: '`init({ redirectUri: "…" })` as registered: without it the address of the page is sent',
  },
  'passport-openidconnect': {
    nonce:
      '`nonce: true`; but it has no PKCE: put the app behind the gate, or use `openid-client` with its Passport strategy',
    pkce: 'it has no PKCE: put the app behind the gate, or use `openid-client` with its Passport strategy',
  },
  '@fastify/oauth2': {
    nonce: '`callbackUriParams: { get nonce() { return randomUUID() } }`, a new one for each sign-in',
    pkce: '`pkce: "S256"`',
    redirect_uri: '`callbackUri` as registered',
  },
  'Spring Security': {
    nonce: 'add `openid` to the `scope` of the registration',
    pkce: '`authorizationRequestResolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce())`',
    es256: '`idTokenDecoderFactory.setJwsAlgorithmResolver(registration -> SignatureAlgorithm.ES256)`',
    audience:
      '`NimbusJwtDecoder.withIssuerLocation(issuer).validateType(false)`, with validators for `at+jwt` and for the audience `sso-resource-api`',
    redirect_uri: 'register `https://YOUR-APP/login/oauth2/code/REGISTRATION-ID`',
  },
  Authlib: {
    nonce: 'begin `scope` with `openid` in `client_kwargs`',
    pkce: '`client_kwargs={"scope": "openid", "code_challenge_method": "S256"}`',
    es256: '`server_metadata_url` with the address of discovery, which names ES256',
    redirect_uri: 'give `authorize_redirect` the `redirect_uri` as registered',
  },
  'mozilla-django-oidc': {
    nonce: 'leave `OIDC_USE_NONCE` at `True`',
    pkce: '`OIDC_USE_PKCE = True`',
    es256: '`OIDC_RP_SIGN_ALGO = "ES256"` and `OIDC_OP_JWKS_ENDPOINT`',
    redirect_uri: 'register `https://YOUR-APP/oidc/callback/`, with the slash',
  },
  'go-oidc with x/oauth2': {
    state: '`AuthCodeURL(state, …)` with a random `state`, compared in the callback',
    nonce: '`AuthCodeURL(state, oidc.Nonce(nonce), …)`, and compare `idToken.Nonce`',
    pkce: '`AuthCodeURL(state, oauth2.S256ChallengeOption(verifier), …)` and `Exchange(ctx, code, oauth2.VerifierOption(verifier))`',
    es256: '`oidc.NewProvider`, which reads it from discovery',
    audience: '`provider.Verifier(&oidc.Config{ClientID: "sso-resource-api"})`',
    redirect_uri: '`RedirectURL` as registered',
  },
  Hono: {
    redirect_uri: '`OIDC_REDIRECT_URI` as registered',
  },
  'Better Auth': {
    redirect_uri: 'register `https://YOUR-APP/api/auth/callback/PROVIDER-ID`',
  },
  'lua-resty-openidc': {
    nonce: '`use_nonce = true`',
    pkce: '`use_pkce = true`',
    es256: '`token_signing_alg_values_expected = { "ES256" }`',
    redirect_uri: '`redirect_uri` as registered',
  },
  mod_auth_openidc: {
    pkce: '`OIDCPKCEMethod S256`',
    es256: 'leave `OIDCIDTokenSignedResponseAlg` out, or set it to `ES256`',
    response_mode: '`OIDCResponseMode query`',
    redirect_uri: '`OIDCRedirectURI` as registered',
  },
  'oauth2-proxy': {
    nonce: '`--insecure-oidc-skip-nonce=false`',
    pkce: '`--code-challenge-method=S256`',
    es256: '`--oidc-enabled-signing-alg=ES256`',
    audience: '`--oidc-extra-audience=sso-resource-api`',
    redirect_uri: 'register `https://YOUR-APP/oauth2/callback`, or set `--redirect-url`',
  },
  'ASP.NET Core': {
    pkce: '`options.ResponseType = "code"`, and leave `UsePkce` at `true`',
    response_mode: '`options.ResponseMode = "query"`',
    audience: '`options.Audience = "sso-resource-api"` in `AddJwtBearer`',
    redirect_uri: 'register `https://YOUR-APP/signin-oidc`',
  },
  omniauth_openid_connect: {
    state: 'leave `require_state` at `true`',
    nonce: 'leave `send_nonce` at `true`',
    pkce: '`pkce: true`',
    es256: '`client_signing_alg: :ES256`',
    redirect_uri: '`client_options: { redirect_uri: "…" }` as registered',
  },
  jose: {
    audience:
      '`jwtVerify(token, keys, { issuer, audience: "sso-resource-api", algorithms: ["ES256"], typ: "at+jwt" })`',
  },
}

/** Which settings a cause is about. An app that misses one of the first three has often not met the next: ES256. */
const OF_CAUSES: Partial<Readonly<Record<ErrorRef, readonly Topic[]>>> = {
  state_missing: ['state'],
  state_malformed: ['state'],
  nonce_missing: ['nonce'],
  nonce_malformed: ['nonce'],
  pkce_required: ['pkce'],
  pkce_mismatch: ['pkce'],
  response_mode_unsupported: ['response_mode'],
  redirect_uri_mismatch: ['redirect_uri'],
}

export const topicsOf = (ref: ErrorRef): readonly Topic[] => OF_CAUSES[ref] ?? []

/** The pages that a developer will need next. */
export const nextPages = (ref: ErrorRef): readonly TopicPage[] => (topicsOf(ref).length === 0 ? [] : ['es256'])

export const isTopicPage = (name: string): name is TopicPage => (TOPIC_PAGES as readonly string[]).includes(name)

/** What each library must be given for these topics, of those that need a setting for one of them. */
export function curesOf(topics: readonly Topic[]): readonly Cure[] {
  return Object.entries(CURES).flatMap(([library, settings]) => {
    const cures = new Set(topics.flatMap((topic) => settings[topic] ?? []))
    return cures.size === 0 ? [] : [{ library, cure: [...cures].join('; ') }]
  })
}
