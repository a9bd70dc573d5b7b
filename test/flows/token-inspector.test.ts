/** The token inspector: whose a token is, what it may do, whether it is accepted, and what ended it. */
import { ACCOUNTS, ALICE, CLIENTS, CONF } from '../support/fixtures.ts'
import { signed } from '../support/forged-tokens.ts'
import { enterPanel, formTo, PANEL_ACCOUNTS, textIn, VIEWER } from '../support/panel-visitor.ts'
import { claimsOf, headerOf } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'

const { idp, admin } = await runningPanel({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: CLIENTS })
const conf = idp.party(CONF)
const SCOPES = { scope: 'openid profile offline_access' }

async function inspect(token: string): Promise<string> {
  const stop = await admin.send(await admin.open('/inspect'), '/inspect', { token })
  expect(stop.url).not.toContain(token.slice(0, 20))
  expect(stop.answer.text).not.toContain(token.slice(-20))
  return textIn(stop.answer.text)
}

it('shows of an access token the user, the app, what it allows, its key, and who accepts it', async () => {
  const { access_token: token } = await idp.user(ALICE).signIn(conf, SCOPES)
  const text = await inspect(token)
  expect(text).toContain('Access token. Valid.')
  expect(text).toMatch(/Alice Doe.*conf.*See your name and picture/s)
  expect(text).toContain(String(headerOf(token)['kid']))
  expect(text).toContain('Portico, and every API that checks it.')
})

it('names since when a token is revoked, by what, and by which administrator', async () => {
  const { access_token: token } = await idp.user(ALICE).signIn(conf, SCOPES)
  const page = await admin.open(`/sessions/end?scope=everywhere&subject=${ALICE.sub}`)
  await admin.send(page, '/sessions/end')
  const text = await inspect(token)
  expect(text).toMatch(/Revoked: all tokens of the user were revoked\..*Signed out everywhere.*by Ada Admin/s)
  expect(text).toContain('APIs that check only the signature')
})

it('shows that the app revoked a token, and that a token has expired', async () => {
  const [revoked, expired] = [await idp.user(ALICE).signIn(conf), await idp.user(ALICE).signIn(conf)]
  await conf.revoke(revoked.access_token)
  expect(await inspect(revoked.access_token)).toContain('Revoked by the app.')
  idp.clock.forward(3_600)
  expect(await inspect(expired.access_token)).toContain('Access token. Expired.')
})

it('does not use up a refresh token or a code, and shows when they are used', async () => {
  const alice = idp.user(ALICE)
  const grant = await alice.authorize(conf, SCOPES)
  expect(await inspect(grant.code)).toContain('Authorization code. Valid.')
  const tokens = (await conf.exchange(grant)).json() as { refresh_token: string }
  expect(await inspect(grant.code)).toContain('Authorization code. Already used.')
  expect(await inspect(tokens.refresh_token)).toMatch(/Refresh token\. Valid\..*Alice Doe/s)
  expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
  expect(await inspect(tokens.refresh_token)).toContain('Refresh token. Already used.')
})

it('distinguishes ID tokens, tokens of others, forged ones and other text', async () => {
  const { access_token: token, id_token: idToken } = await idp.user(ALICE).signIn(conf, SCOPES)
  expect(await inspect(idToken)).toMatch(/ID token\. Valid\..*Alice Doe.*It opens no API/s)
  expect(await inspect(signed(headerOf(token), claimsOf(token)))).toContain('the signature does not match')
  const other = signed(headerOf(token), { ...claimsOf(token), iss: 'https://<b>other.example' })
  expect(await inspect(other)).toContain('other.example')
  expect(await inspect('not a token')).toContain('did not issue this text')
  expect(textIn((await admin.open('/inspect')).answer.text)).not.toContain('did not issue')
})

it('is for administrators; viewers are refused, and a form of another site too', async () => {
  const viewer = await enterPanel(idp, VIEWER)
  expect((await viewer.browser.go('/admin/inspect')).status).toBe(403)
  const { csrf = '' } = formTo(await viewer.open('/'), '/sign-out').fields
  expect((await viewer.post('/inspect', { token: 'x', csrf })).status).toBe(403)
  expect((await admin.post('/inspect', { token: 'x', csrf: 'forged' })).status).toBe(400)
})

it('a token in the search leads to the inspector, and is in no page, URL or log', async () => {
  const { access_token: token, refresh_token: refresh } = await idp.user(ALICE).signIn(conf, SCOPES)
  for (const secret of [token, refresh ?? '']) {
    const answer = await admin.browser.go(`/admin/search?q=${encodeURIComponent(secret)}`)
    expect([answer.status, answer.headers.location]).toEqual([303, '/admin/inspect'])
    await inspect(secret)
    expect(JSON.stringify(idp.log.lines)).not.toContain(secret.slice(0, 60))
  }
  const viewer = await enterPanel(idp, VIEWER)
  expect((await viewer.browser.go(`/admin/search?q=${token}`)).text).not.toContain(token.slice(0, 60))
})
