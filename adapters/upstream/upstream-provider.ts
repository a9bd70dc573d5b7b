import type { UpstreamProvider } from '../../lib/ports/upstream-provider.ts'
import { boundedCall } from './bounded-call.ts'
import { cached } from './cached.ts'
import { discover } from './metadata.ts'
import { configurationOf, loadDriver, redeemCode } from './openid-client.ts'
import type { UpstreamSettings } from './settings.ts'
import { codeOf, userinfoOf, validateAnswer } from './upstream-sign-in.ts'
import { cachedKeys, verifiedToken } from './verified-token.ts'

const METADATA_CACHED_MS = 3_600_000

/**
 * A connector to one external OpenID provider. Uses the code flow with PKCE S256, state, and nonce. Loads the package
 * openid-client and contacts the provider at the first call. The upstream's tokens are neither stored nor logged.
 */
export function upstreamProvider(settings: UpstreamSettings): UpstreamProvider {
  const { issuer, scopes, now } = settings
  const call = boundedCall(settings)
  const metadata = cached(() => discover(call, settings), METADATA_CACHED_MS, METADATA_CACHED_MS, now)
  const keys = cachedKeys(call, metadata, now)
  const scope = [...new Set(['openid', ...scopes])].join(' ')

  /** Creates a new configuration for each use, so that settings for one sign-in do not affect another. */
  const opened = async () => {
    const [driver, discovered] = [await loadDriver(), await metadata.read()]
    return { driver, discovered, configuration: configurationOf(driver, settings, discovered) }
  }

  return {
    async authorizationUrl({ state, nonce, verifier, redirectUri, loginHint, prompt, maxAgeSeconds }) {
      const { driver, configuration } = await opened()
      return driver.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await driver.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
      }).href
    },
    async redeem(answer, request) {
      validateAnswer(answer, issuer, request.state)
      const { driver, discovered, configuration } = await opened()
      const { idToken, accessToken } = await redeemCode(driver, configuration, call, {
        code: codeOf(answer, discovered),
        redirect_uri: request.redirectUri,
        code_verifier: request.verifier,
      })
      const signed = await verifiedToken(idToken, discovered, keys, 'sign-in')
      if (discovered.userinfoEndpoint === undefined) return signed
      return { ...signed, profile: await userinfoOf(call, discovered.userinfoEndpoint, accessToken) }
    },
    verifyLogoutToken: async (token) => verifiedToken(token, await metadata.read(), keys, 'untrusted'),
    async endSessionUrl({ logoutHint, postLogoutRedirectUri }) {
      const { driver, discovered, configuration } = await opened()
      if (discovered.endSessionEndpoint === undefined) return undefined
      return driver.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: postLogoutRedirectUri,
        ...(logoutHint === undefined ? {} : { logout_hint: logoutHint }),
      }).href
    },
    async describe() {
      const { userinfoEndpoint, endSessionEndpoint, authentication: _, ...discovered } = await metadata.read()
      const set = await keys.read()
      return {
        ...discovered,
        keys: set.keys.filter(({ kty, use }) => kty !== 'oct' && use !== 'enc').length,
        hasUserinfo: userinfoEndpoint !== undefined,
        hasEndSession: endSessionEndpoint !== undefined,
      }
    },
  }
}
