/** The protocol with `openid-client`: this app's requests to the provider, and its checks. */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Tokens } from './sessions.ts'

/** The environment block that panel and command line print for a client. */
export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  readonly scopes: string
  /** The app's name on its pages. */
  readonly appName?: string
}

/** The values that the browser must return with the code. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Provider {
  begin(attempt: Attempt): Promise<URL>
  finish(callback: URL, attempt: Attempt): Promise<{ readonly claims: oidc.IDToken; readonly tokens: Tokens }>
  refresh(tokens: Tokens): Promise<Tokens>
  userinfo(tokens: Tokens, subject: string): Promise<oidc.UserInfoResponse>
  signOutUrl(tokens: Tokens): Promise<URL>
  /** Requests a notification of the end of the provider's session. */
  registerSession(tokens: Tokens): Promise<void>
  /** The session that a logout token ends. @throws unless the provider signed it for this app */
  readLogoutToken(logoutToken: string): Promise<{ readonly sid: string | undefined; readonly sub: string | undefined }>
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export const newAttempt = (): Attempt => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

export function provider(registration: Registration, now: () => number): Provider {
  const { issuer, clientId, clientSecret, redirectUri, postLogoutRedirectUri, scopes } = registration
  let discovered: oidc.Configuration | undefined
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  // At the first use: the app can start before the provider.
  const configuration = async (): Promise<oidc.Configuration> => {
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    return (discovered ??= await oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      oidc.ClientSecretBasic(clientSecret),
      {
        execute,
      },
    ))
  }
  const tokensOf = (answer: oidc.TokenEndpointResponse, before?: Tokens): Tokens => ({
    accessToken: answer.access_token,
    idToken: answer.id_token ?? before?.idToken ?? '',
    refreshToken: answer.refresh_token,
    scope: answer.scope ?? '',
    expiresAt: now() + (answer.expires_in ?? 0) * 1000,
  })

  return {
    begin: async ({ state, nonce, verifier }) =>
      oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    async finish(callback, { state, nonce, verifier }) {
      const answer = await oidc.authorizationCodeGrant(await configuration(), callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = answer.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      return { claims, tokens: tokensOf(answer) }
    },
    async refresh(tokens) {
      if (tokens.refreshToken === undefined) return tokens
      return tokensOf(await oidc.refreshTokenGrant(await configuration(), tokens.refreshToken), tokens)
    },
    userinfo: async (tokens, subject) => oidc.fetchUserInfo(await configuration(), tokens.accessToken, subject),
    signOutUrl: async (tokens) =>
      oidc.buildEndSessionUrl(await configuration(), {
        id_token_hint: tokens.idToken,
        post_logout_redirect_uri: postLogoutRedirectUri,
        state: 'signed-out',
      }),
    async registerSession({ accessToken }) {
      const { issuer: base } = (await configuration()).serverMetadata()
      await fetch(`${base}/connect/register-session`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${accessToken}` },
      })
    },
    async readLogoutToken(logoutToken) {
      const metadata = (await configuration()).serverMetadata()
      keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''))
      const { payload } = await jwtVerify(logoutToken, keys, {
        issuer: metadata.issuer,
        audience: clientId,
        typ: 'logout+jwt',
        algorithms: ['ES256'],
        maxTokenAge: 180,
        clockTolerance: 30,
        currentDate: new Date(now()),
      })
      const { sid, sub, events, nonce } = payload
      if (nonce !== undefined || typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events))
        throw new Error('not a logout token')
      if (sid === undefined && sub === undefined) throw new Error('a logout token without sid and sub')
      return { sid: sid as string | undefined, sub }
    },
  }
}
