/* The expenses app in the browser: a public client, code flow with PKCE. Tokens live as long as the tab. */
/* global oidc */
const settings = await (await fetch('/settings.json')).json()
const manager = new oidc.UserManager({
  authority: settings.issuer,
  client_id: settings.clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: settings.scope,
  // The ID token says who signed in, userinfo what they are called.
  loadUserInfo: true,
  userStore: new oidc.WebStorageStateStore({ store: sessionStorage }),
  // A minute before the access token expires it is renewed with the refresh token, in the background.
  automaticSilentRenew: true,
})
const element = (id) => document.getElementById(id)
const on = (id, work) => element(id).addEventListener('click', () => work().catch((error) => say(String(error))))
const say = (text) => {
  element('answer').textContent = text
}
// The service wants a nonce in every request; the library puts it into the check of the ID token.
const nonce = () => crypto.randomUUID()

async function show() {
  const user = await manager.getUser()
  const isIn = user !== null && !user.expired
  element('who').textContent = isIn ? `Signed in as ${user.profile.name ?? user.profile.sub}` : 'You are not signed in'
  element('in').hidden = !isIn
  element('out').hidden = isIn
}

async function call(path) {
  const user = await manager.getUser()
  const answer = await fetch(settings.api + path, { headers: { authorization: `Bearer ${user?.access_token}` } })
  say(`${answer.status} ${await answer.text()}`)
}

on('sign-in', () => manager.signinRedirect({ nonce: nonce() }))
on('sign-out', () => manager.signoutRedirect())
on('expenses', () => call('/expenses'))
on('calendar', () => call('/calendar'))
on('renew', async () => {
  try {
    await manager.signinSilent()
    say('renewed')
  } catch (error) {
    // The service has ended the session: what remains here is of no use.
    await manager.removeUser()
    say(`not renewed: ${error.error ?? error}`)
  }
  await show()
})

if (location.pathname === '/callback') {
  await manager.signinCallback().catch((error) => say(`not signed in: ${error.error ?? error}`))
  history.replaceState(null, '', '/')
}
await show()
