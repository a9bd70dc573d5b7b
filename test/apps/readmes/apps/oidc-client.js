// The user manager and the callback of its wiki, with the settings of the code flow.
import Oidc from 'oidc-client'

const { issuer, clientId, redirectUri, fixed } = SETTINGS
const manager = new Oidc.UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid profile',
})
const show = (text) => document.getElementById('root').append(String(text))
if (location.pathname === '/callback')
  manager
    .signinRedirectCallback()
    .then(({ profile }) => show(`Hello ${profile.name}`))
    .catch(show)
else manager.signinRedirect(fixed ? { extraQueryParams: { nonce: crypto.randomUUID() } } : undefined)
