/** The signing key stays outside, in an HSM or a KMS: the service sees its public half and a function. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { ExternalSigner } from '../../lib/index.ts'
import { expectDenied } from '../support/denials.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { BOB, TRUSTED } from '../support/fixtures.ts'
import { signed } from '../support/forged-tokens.ts'
import { runningIdp } from '../support/idp.ts'
import { claimsOf, headerOf, type TokenSet } from '../support/relying-party.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
let isBroken = false
const signer: ExternalSigner = {
  kid: 'hsm-1',
  publicJwk: { x, y },
  async sign(data) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (isBroken) throw new Error('the hardware does not answer')
    return sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  },
}

const idp = await runningIdp({ signer })

it('signs every token, and its public half is published', async () => {
  const conf = idp.party()
  const tokens = await idp.user().signIn(conf)
  const jwks = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`))
  for (const token of [tokens.access_token, tokens.id_token]) {
    expect(headerOf(token).kid).toBe('hsm-1')
    await jwtVerify(token, jwks, { issuer: idp.issuer })
  }
  expect((await conf.userinfo(tokens.access_token)).status).toBe(200)
})

it('D-T7: while it fails nothing is used up: the same code and refresh token work afterwards', async () => {
  const conf = idp.party()
  const alice = idp.user()
  const { refresh_token } = await alice.signIn(conf, { scope: 'openid offline_access' })
  const grant = await alice.authorize(conf)
  isBroken = true
  for (const answer of [await conf.exchange(grant), await conf.refresh(refresh_token)]) {
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expectError(answer, answer.status, answer.json().error as string)
  }
  isBroken = false
  expect((await conf.exchange(grant)).status).toBe(200)
  expect(((await conf.refresh(refresh_token)).json() as TokenSet).refresh_token).toEqual(expect.any(String))
})

describe('D-T17: a token that it signed outside of the service, with the id of a live one and', () => {
  const conf = idp.party()
  const other = idp.party(TRUSTED)

  it.each<[string, (bob: Readonly<Record<string, unknown>>) => object]>([
    ['another subject', ({ sub }) => ({ sub })],
    ['the subject and session of another user', ({ sub, sid }) => ({ sub, sid })],
    ['another session', ({ sid }) => ({ sid })],
    ['another client', () => ({ client_id: other.id })],
    ['scopes that were not granted', () => ({ scope: 'openid profile email' })],
  ])('%s is refused everywhere, and ends nothing', async (_, lies) => {
    const theirs = await idp.user(BOB).signIn(conf)
    const { access_token } = await idp.user().signIn(conf)
    const claims = { ...claimsOf(access_token), ...lies(claimsOf(theirs.access_token)) }
    const forged = signed(headerOf(access_token), claims, privateKey)
    expectDenied.token(await conf.userinfo(forged))
    expectInactive(await conf.introspect(forged))
    const bearer = { method: 'POST', headers: { authorization: `Bearer ${forged}` } }
    for (const at of ['/connect/logout', '/connect/register-session']) expectDenied.token(await idp.send(at, bearer))
    for (const caller of [conf, other]) await caller.revoke(forged)
    for (const token of [access_token, theirs.access_token]) expect((await conf.userinfo(token)).status).toBe(200)
  })
})
