/* The expenses app in the browser: a public client, code flow with PKCE. Tokens last until the tab is closed. */
/* global oidc */
const settings = await (await fetch('/settings.json')).json()
const manager = new oidc.UserManager({
  authority: settings.issuer,
  client_id: settings.clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: settings.scope,
  // The ID token identifies the user, userinfo has the name.
  loadUserInfo: true,
  userStore: new oidc.WebStorageStateStore({ store: sessionStorage }),
  // The access token is renewed with the refresh token in the background, a minute before it expires.
  automaticSilentRenew: true,
})
const element = (id) => document.getElementById(id)
const on = (id, work) => element(id).addEventListener('click', () => work().catch((error) => say(String(error))))
const say = (text) => {
  element('answer').textContent = text
}
// Portico requires a nonce in every request; the library checks it in the ID token.
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
    // Portico has ended the session: the local tokens are useless.
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
