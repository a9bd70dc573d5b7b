// The request, the listener and the token request of the README, in a page.
import {
  AuthorizationNotifier,
  AuthorizationRequest,
  AuthorizationServiceConfiguration,
  BaseTokenRequestHandler,
  BasicQueryStringUtils,
  DefaultCrypto,
  FetchRequestor,
  GRANT_TYPE_AUTHORIZATION_CODE,
  LocalStorageBackend,
  RedirectRequestHandler,
  TokenRequest,
} from '@openid/appauth'

const { issuer, clientId, redirectUri, fixed } = SETTINGS
class QueryUtils extends BasicQueryStringUtils {
  parse(location) {
    return super.parse(location, false)
  }
}
const show = (text) => document.getElementById('root').append(String(text))
const configuration = await AuthorizationServiceConfiguration.fetchFromIssuer(issuer, new FetchRequestor())
const handler = fixed
  ? new RedirectRequestHandler(new LocalStorageBackend(), new QueryUtils(), window.location, new DefaultCrypto())
  : new RedirectRequestHandler()
const notifier = new AuthorizationNotifier()
handler.setAuthorizationNotifier(notifier)
notifier.setAuthorizationListener(async (request, response, error) => {
  if (error) return show(`${error.error}: ${error.errorDescription}`)
  const tokenRequest = new TokenRequest({
    client_id: clientId,
    redirect_uri: redirectUri,
    grant_type: GRANT_TYPE_AUTHORIZATION_CODE,
    code: response.code,
    extras: { code_verifier: request.internal.code_verifier },
  })
  const tokens = new BaseTokenRequestHandler(new FetchRequestor())
  const { accessToken } = await tokens.performTokenRequest(configuration, tokenRequest)
  const headers = { Authorization: `Bearer ${accessToken}` }
  show(`Hello ${(await (await fetch(`${issuer}/userinfo`, { headers })).json()).name}`)
})
if (location.pathname === '/callback') {
  show('Authorization request complete')
  await handler.completeAuthorizationRequestIfPossible()
} else {
  const request = new AuthorizationRequest({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile',
    response_type: AuthorizationRequest.RESPONSE_TYPE_CODE,
    state: undefined,
    extras: fixed ? { nonce: crypto.randomUUID() } : {},
  })
  handler.performAuthorizationRequest(configuration, request)
}
