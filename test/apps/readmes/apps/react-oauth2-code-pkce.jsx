// The example of the README, with the fields of its configuration.
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuthContext } from 'react-oauth2-code-pkce'

const { issuer, clientId, redirectUri, fixed } = SETTINGS
const authConfig = {
  clientId,
  authorizationEndpoint: `${issuer}/authorize`,
  tokenEndpoint: `${issuer}/token`,
  redirectUri,
  scope: 'openid profile',
  ...(fixed ? { state: crypto.randomUUID(), extraAuthParameters: { nonce: crypto.randomUUID() } } : {}),
}
function UserInfo() {
  const { token, tokenData, error, loginInProgress } = useAuthContext()
  if (error) return <pre>{error}</pre>
  return loginInProgress || !token ? <p>Signing in</p> : <pre>Hello {tokenData.sub}</pre>
}
createRoot(document.getElementById('root')).render(
  <AuthProvider authConfig={authConfig}>
    <UserInfo />
  </AuthProvider>,
)
