// The adapter as its guide has it, with the address of a provider that is not Keycloak.
import Keycloak from 'keycloak-js'

const { issuer, clientId, redirectUri, fixed } = SETTINGS
const show = (text) => document.getElementById('root').append(String(text))
const keycloak = new Keycloak({ oidcProvider: issuer, clientId })
const options = fixed ? { pkceMethod: 'S256', responseMode: 'query', checkLoginIframe: false, redirectUri } : {}
try {
  await keycloak.init({ onLoad: 'login-required', ...options })
  show(`Hello ${keycloak.tokenParsed.sub}`)
} catch (error) {
  show(error?.error_description ?? error?.error ?? error)
}
