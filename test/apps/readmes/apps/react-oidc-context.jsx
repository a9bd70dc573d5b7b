// The provider and the button of the README.
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuth } from 'react-oidc-context'

const { issuer, clientId, redirectUri, fixed } = SETTINGS
function App() {
  const auth = useAuth()
  if (auth.isLoading) return <div>Loading...</div>
  if (auth.error) return <div>Oops... {auth.error.message}</div>
  if (auth.isAuthenticated) return <div>Hello {auth.user?.profile.sub}</div>
  const options = fixed ? { nonce: crypto.randomUUID() } : undefined
  return (
    <button type="button" onClick={() => void auth.signinRedirect(options)}>
      Log in
    </button>
  )
}
createRoot(document.getElementById('root')).render(
  <AuthProvider authority={issuer} client_id={clientId} redirect_uri={redirectUri}>
    <App />
  </AuthProvider>,
)
