/** The logout token: its content, its signature, that it opens nothing (OIDC Back-Channel Logout s2.4). */
import { webcrypto } from 'node:crypto'
import { ALICE } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { everywhere } from '../support/logout-caller.ts'
import { allNoticesSent, logoutClient, startSink } from '../support/logout-sinks.ts'
import { relyingParties } from '../support/relying-parties.ts'
import { claimsOf } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const [sink, other] = [await startSink(), await startSink()]

const clients = [
  logoutClient('bc1', { backchannel_logout_uri: `${sink.url}?tenant=a` }),
  logoutClient('bc2', { backchannel_logout_uri: other.url }),
] as const
const idp = await startIdp({ mount: 'koa', options: { clients } })
const [bc1, bc2] = relyingParties(idp, clients)
afterEach(async () => {
  await idp.portico.sessions.endAll(ALICE.sub)
  await allNoticesSent(idp)
  for (const one of [sink, other]) one.clear()
})

it('BC-01, BC-02: a form POST with nothing but the token; its header and claims are those of the specification', async () => {
  const tokens = await idp.user().signIn(bc1)
  const before = Math.floor(Date.now() / 1000)
  await everywhere(idp, tokens.access_token)
  const [notice] = await sink.arrived(1)
  const after = Date.now() / 1000
  expect([notice?.method, notice?.path, notice?.contentType]).toEqual([
    'POST',
    '/backchannel?tenant=a',
    'application/x-www-form-urlencoded',
  ])
  expect([...new URLSearchParams(notice?.body)].map(([name]) => name)).toEqual(['logout_token'])
  expect(notice?.header).toEqual({ alg: 'ES256', typ: 'logout+jwt', kid: expect.any(String) })
  const { iat, exp, jti, ...claims } = notice?.claims ?? {}
  const { sid } = claimsOf(tokens.id_token)
  expect(claims).toEqual({ iss: idp.issuer, aud: 'bc1', sub: ALICE.sub, sid, events: { [EVENT]: {} } })
  expect([before <= iat, iat <= after]).toEqual([true, true])
  expect(exp - iat).toBeLessThanOrEqual(120)
  expect(jti).toMatch(/^[\w-]{20,}$/)
})

it('BC-03: the token verifies against the published keys, with the platform alone', async () => {
  await everywhere(idp, (await idp.user().signIn(bc1)).access_token)
  const [notice] = await sink.arrived(1)
  const token = notice?.token ?? ''
  const { keys } = (await idp.send('/jwks')).json() as {
    readonly keys: readonly (webcrypto.JsonWebKey & { readonly kid: string })[]
  }
  const key = await webcrypto.subtle.importKey(
    'jwk',
    keys.find(({ kid }) => kid === notice?.header.kid) ?? {},
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  )
  const [head, body, signature = ''] = token.split('.')
  expect(
    await webcrypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      Buffer.from(signature, 'base64url'),
      Buffer.from(`${head}.${body}`),
    ),
  ).toBe(true)
})

it('BC-13: the token of one client is not for another, and no two tokens are alike', async () => {
  const alice = idp.user()
  const tokens = [await alice.signIn(bc1), await alice.signIn(bc2)] as const
  await everywhere(idp, tokens[0].access_token)
  const [[one], [two]] = [await sink.arrived(1), await other.arrived(1)]
  expect([one?.claims.aud, two?.claims.aud]).toEqual(['bc1', 'bc2'])
  expect(one?.claims.sid).not.toBe(two?.claims.sid)
  expect(one?.claims.jti).not.toBe(two?.claims.jti)
})

it('BC-13: a logout token opens nothing: it is no access token, no ID token hint, no refresh token', async () => {
  await everywhere(idp, (await idp.user().signIn(bc1)).access_token)
  const [notice] = await sink.arrived(1)
  const token = notice?.token ?? ''
  expect((await bc1.userinfo(token)).status).toBe(401)
  expect((await bc1.introspect(token)).json()).toEqual({ active: false })
  expect((await bc1.refresh(token)).status).toBe(400)
  expect((await idp.send(`/connect/logout?id_token_hint=${token}`)).json().error_ref).toBe('logout_hint_invalid')
})

it('BC-15: nothing of the user but sub and sid leaves, and the log has no token', async () => {
  await everywhere(idp, (await idp.user().signIn(bc1, { scope: 'openid profile email' })).access_token)
  const [notice] = await sink.arrived(1)
  expect(JSON.stringify(notice?.claims)).not.toMatch(/Alice|example\.com|correct horse/)
  await until(() => idp.log.text().includes('logout notification delivered'))
  expect(idp.log.text()).not.toContain(notice?.token)
  expect(idp.log.text()).not.toContain(notice?.token.split('.')[2])
})
