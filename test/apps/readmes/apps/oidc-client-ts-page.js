// The three required settings, and the two calls that its documentation names; the result is shown, errors are logged.
import { UserManager } from 'oidc-client-ts'
import { fix, settings } from 'settings'

const users = new UserManager(settings)
const show = (text) => document.getElementById('out').append(text)
try {
  if (location.pathname === '/callback') show(`signed in ${(await users.signinCallback()).profile.sub}`)
  else await users.signinRedirect(fix)
} catch (error) {
  console.error(error)
  show(String(error))
}
