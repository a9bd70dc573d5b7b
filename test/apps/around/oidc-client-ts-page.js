// The page of the single-page app around the block for oidc-client-ts.
import { finishSignIn, signIn, signOut, users } from './sso.js'

const say = (text) => document.body.append(text)
try {
  let user = location.pathname === '/callback' ? await finishSignIn() : await users.getUser()
  if (user === null) await signIn()
  else if (location.pathname === '/refresh') {
    const before = user.access_token
    user = await users.signinSilent()
    say(user.access_token !== before ? 'Refreshed' : 'The same token')
  } else if (location.pathname === '/sign-out') await signOut()
  else say(`Hello ${user.profile.name}`)
} catch (error) {
  say(`${error.error}: ${error.error_description}`)
}
