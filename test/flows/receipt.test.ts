/** A receipt of an offboarding is no token: every endpoint refuses it, also with forged headers (D-A10; RFC 8725). */

import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { verifyAccessToken } from '../../lib/client/index.ts'
import { receiptKeys } from '../../lib/domain/keys/receipt-keys.ts'
import { seal } from '../../lib/domain/keys/seal.ts'
import { verifyReceipt } from '../../lib/domain/management/receipt.ts'
import { movableClock } from '../support/clock.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { ACCOUNTS, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { encode, signed } from '../support/forged-tokens.ts'
import { enterPanel, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { claimsOf, headerOf } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'

const clock = movableClock()
const storage = embeddedStorage({ now: clock.now })
const { idp, admin } = await runningPanel({
  storage,
  clock: clock.now,
  accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
  clients: [CONF],
})
const conf = idp.party(CONF)
const user = await readyUser(idp, 'olga', { roles: ['editor'] })
const tokens = await idp.user(user).signIn(conf)
await admin.send(await admin.open(`/users/${user.sub}/offboard`), '/offboard')
const receipt = (await admin.browser.go(`/admin/users/${user.sub}/receipt?download=`)).text.trim()
const keys = receiptKeys(storage.documents, seal([ROOT_SECRET]))

it('introspection, userinfo, revocation, and logout', async () => {
  expect(headerOf(receipt)).toMatchObject({ alg: 'ES256', typ: 'receipt+jwt' })
  expectInactive(await conf.introspect(receipt))
  expectError(await conf.userinfo(receipt), 401, 'invalid_token')
  expect((await conf.revoke(receipt)).status).toBe(200)
  const authorization = { authorization: `Bearer ${receipt}` }
  expect((await idp.send('/connect/logout', { method: 'POST', headers: authorization })).status).toBe(401)
  // Only a hint of Portico's own ID tokens is known to belong to a session.
  const hint = new URLSearchParams({ id_token_hint: receipt })
  expectError(await idp.send(`/connect/logout?${hint}`), 400, 'invalid_request')
})

it('as a code, a refresh token, a client assertion, and a bearer token of panel and gate', async () => {
  const assertion = {
    client_assertion: receipt,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  }
  const body = { grant_type: 'authorization_code', code: 'x', redirect_uri: CONF.redirect_uris[0] ?? '', ...assertion }
  expectError(await idp.send('/token', { method: 'POST', body }), 401, 'invalid_client')
  expectError(await conf.refresh(receipt), 400, 'invalid_grant')
  for (const path of ['/admin/users', '/portal/', '/gate?app=conf']) {
    const { status } = await idp.send(path, {
      headers: { authorization: `Bearer ${receipt}`, accept: 'application/json' },
    })
    expect([path, status === 200]).toEqual([path, false])
  }
})

it('the client library', async () => {
  const checked = verifyAccessToken(receipt, { issuer: idp.issuer, audience: 'sso-resource-api' })
  await expect(checked).rejects.toMatchObject({ status: 401 })
})

it('a receipt of another type, algorithm, or key is refused', async () => {
  const known = await keys.list()
  const [header, claims] = [headerOf(receipt), claimsOf(receipt)]
  const [, payload = '', signature = ''] = receipt.split('.')
  const outcomes = [
    signed(header, claims),
    signed({ ...header, kid: 'unknown' }, claims),
    `${encode({ ...header, typ: 'at+jwt' })}.${payload}.${signature}`,
    `${encode({ ...header, alg: 'none' })}.${payload}.`,
    `${encode({ ...header, alg: 'HS256' })}.${payload}.${signature}`,
    `${encode({ ...header, crit: ['b64'] })}.${payload}.${signature}`,
    tokens.access_token,
    tokens.id_token,
    `${receipt} `,
  ].map((text) => verifyReceipt(text, known).outcome)
  expect(outcomes).toEqual(['altered', 'unknown-key', ...Array.from({ length: 7 }, () => 'no-receipt')])
  expect(verifyReceipt(receipt, known).outcome).toBe('valid')
})

it('is verified after its key was rotated and withdrawn, and the JWKS no longer has the key', async () => {
  clock.forward(700)
  await idp.portico.keys.rotate()
  clock.forward(40 * 86_400)
  await idp.portico.keys.rotate()
  clock.forward(700)
  await idp.portico.keys.rotate()
  const { keys: published } = (await idp.send('/jwks')).json() as { keys: readonly { kid: string }[] }
  expect(published.map(({ kid }) => kid)).not.toContain(headerOf(receipt)['kid'])
  expect(verifyReceipt(receipt, await keys.list()).outcome).toBe('valid')
  const again = await enterPanel(idp)
  const later = (await again.browser.go(`/admin/users/${user.sub}/receipt?download=`)).text.trim()
  expect(later).toBe(receipt)
})
