// The page of the single-page app around the block for keycloak-js. It keeps its tokens in memory, without a refresh
// token, so each page signs in again.
import { keycloak, signOut, start, user } from './sso.js'

const say = (text) => document.body.append(text)
keycloak.onAuthError = (error) => say(`${error?.error}: ${error?.error_description}`)
try {
  if (await start()) {
    say(`Hello ${(await user()).name}`)
    Object.assign(globalThis, { signOut })
    const button = document.createElement('button')
    button.id = 'sign-out'
    button.onclick = signOut
    button.append('Sign out')
    document.body.append(button)
  }
} catch (error) {
  say(String(error?.error ?? error))
}
