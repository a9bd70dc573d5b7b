/** The content of the tokens (D-T1, D-T2). */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { nodeSigner, signJwt } from '../../../lib/domain/keys/jws.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { ALICE, CONF, PUB } from '../../support/fixtures.ts'
import { sharedIdp } from '../../support/idp.ts'
import { claimsOf, headerOf, type TokenSet } from '../../support/relying-party.ts'

const FULL = 'openid profile email roles permissions offline_access'

forEachDeployment((start) => {
  const idp = sharedIdp(start)
  const conf = idp.party(CONF)
  const alice = idp.user()
  let tokens: TokenSet
  let signedIn: { readonly after: number; readonly before: number }
  beforeAll(async () => {
    const after = Math.floor(idp.clock.now() / 1000)
    tokens = await alice.signIn(conf, { scope: FULL })
    signedIn = { after, before: idp.clock.now() / 1000 }
  })

  it('JWT-01, JWT-07: the access token is of RFC 9068, for the resource audience, for 900 seconds', () => {
    expect(headerOf(tokens.access_token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
    const claims = claimsOf(tokens.access_token)
    expect(claims).toEqual({
      iss: idp.issuer,
      aud: 'sso-resource-api',
      sub: ALICE.sub,
      client_id: 'conf',
      sid: expect.any(String),
      jti: expect.any(String),
      iat: expect.any(Number),
      nbf: claims.iat,
      exp: claims.iat + 900,
      scope: claims.scope,
      token_use: 'access',
    })
    expect((claims.scope as string).split(' ').sort()).toEqual(FULL.split(' ').sort())
    expect(claims.iat).toBeGreaterThanOrEqual(signedIn.after)
    expect(claims.iat).toBeLessThanOrEqual(signedIn.before)
  })

  it('JWT-09: the access token holds nothing personal, whatever the scope', () =>
    expect(JSON.stringify(claimsOf(tokens.access_token))).not.toMatch(/Alice|Doe|example\.com|editor|invoices/))

  it('JWT-03: the ID token is for the client, and holds no more of the user than who it is', async () => {
    const grant = await alice.authorize(conf, { scope: FULL, max_age: '10000' })
    const { id_token, access_token } = (await conf.exchange(grant)).json() as TokenSet
    expect(headerOf(id_token)).toMatchObject({ alg: 'ES256', kid: headerOf(access_token).kid })
    expect(headerOf(id_token).typ).not.toBe('at+jwt')
    const claims = claimsOf(id_token)
    expect(claims).toEqual({
      iss: idp.issuer,
      sub: ALICE.sub,
      aud: 'conf',
      exp: claims.iat + 900,
      iat: expect.any(Number),
      auth_time: expect.any(Number),
      nonce: grant.nonce,
      sid: claimsOf(access_token).sid,
      at_hash: expect.any(String),
      acr: expect.any(String),
      amr: ['pwd'],
    })
    expect(claims.auth_time as number).toBeLessThanOrEqual(claims.iat as number)
  })

  it('JWT-04: at_hash is the left half of the SHA-256 of the access token', () => {
    const digest = createHash('sha256').update(tokens.access_token).digest()
    expect(claimsOf(tokens.id_token).at_hash).toBe(digest.subarray(0, 16).toString('base64url'))
  })

  it('JWT-12: the sid is one in access token, ID token and introspection; another client has another', async () => {
    const { sid } = claimsOf(tokens.access_token)
    expect(claimsOf(tokens.id_token).sid).toBe(sid)
    expect((await conf.introspect(tokens.access_token)).json().sid).toBe(sid)
    expect(claimsOf((await alice.signIn(conf)).access_token).sid).toBe(sid)
    expect(claimsOf((await alice.signIn(idp.party(PUB))).access_token).sid).not.toBe(sid)
    expect(claimsOf((await idp.user().signIn(conf)).access_token).sid).not.toBe(sid)
  })

  it('a nonce of any printable characters stands in the ID token as it was sent', async () => {
    for (const nonce of ['&=#%+"<>\\ ', 'x'.repeat(2048), '{}'])
      expect(claimsOf((await alice.signIn(conf, { nonce })).id_token).nonce).toBe(nonce)
  })

  it('D-T1, D-T2: the lifetimes may be configured', async () => {
    const own = await start({ options: { lifetimes: { accessToken: 60, idToken: 120 } } })
    const { access_token, id_token, expires_in } = await own.user().signIn(own.party(CONF))
    const [access, id] = [claimsOf(access_token), claimsOf(id_token)]
    expect([expires_in, access.exp - access.iat, id.exp - id.iat]).toEqual([60, 60, 120])
  })

  it('D-T2: with idTokenClaims: scopes the claims of the scopes stand in the ID token too', async () => {
    const own = await start({ options: { idTokenClaims: 'scopes' } })
    const { id_token, access_token } = await own.user().signIn(own.party(CONF), { scope: 'openid email roles' })
    expect(claimsOf(id_token)).toMatchObject({
      email: 'alice@example.com',
      email_verified: true,
      roles: ['editor', 'reader'],
      sub: ALICE.sub,
      aud: 'conf',
    })
    expect(claimsOf(id_token)).not.toHaveProperty('name')
    expect(claimsOf(access_token)).not.toHaveProperty('email')
  })

  it('D-T2: a client may have them there for itself, also in a refreshed ID token, or be left without', async () => {
    const withNames = { ...CONF, id_token_claims: 'scopes' } as const
    const without = { ...PUB, id_token_claims: 'none' } as const
    const scope = 'openid profile offline_access'
    const own = await start({ options: { clients: [withNames, without] } })
    const app = own.party(CONF)
    const first = await own.user().signIn(app, { scope })
    const next = (await app.refresh(first.refresh_token)).json() as TokenSet
    for (const { id_token, access_token } of [first, next]) {
      expect(claimsOf(id_token)).toMatchObject({ name: ALICE.name, sub: ALICE.sub, iss: own.issuer })
      expect(claimsOf(access_token)).not.toHaveProperty('name')
    }
    const other = await start({ options: { clients: [without], idTokenClaims: 'scopes' } })
    const { id_token } = await other.user().signIn(other.party(PUB), { scope })
    expect(claimsOf(id_token)).not.toHaveProperty('name')
  })
})

it('JWT-11: no two of ten thousand signatures over one and the same payload share their random half', async () => {
  const key = { kid: 'k', sign: nodeSigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey) }
  const halves = new Set<string>()
  for (let index = 0; index < 10_000; index += 1)
    halves.add((await signJwt(key, 'at+jwt', { sub: 'x' })).split('.')[2]?.slice(0, 40) ?? '')
  expect(halves.size).toBe(10_000)
})
