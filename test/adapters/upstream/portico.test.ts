/** A second service as upstream, as it is deployed. */
import { randomBytes } from 'node:crypto'
import { upstreamProvider } from '../../../adapters/upstream/index.ts'
import type { UpstreamRequest } from '../../../lib/ports/upstream-provider.ts'
import { signInAt } from '../../relying-parties/sign-in.ts'
import { ALICE } from '../../support/fixtures.ts'
import { startIdp } from '../../support/idp.ts'
import { logoutClient, startSink } from '../../support/logout-sinks.ts'
import { guardOf, refOf } from '../../support/lying-upstream.ts'

const secret = (): string => randomBytes(32).toString('base64url')
const requested = (more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  state: secret(),
  nonce: secret(),
  verifier: secret(),
  redirectUri: client.redirect_uris[0] as string,
  ...more,
})

const sink = await startSink()

const client = logoutClient('house-a', { backchannel_logout_uri: sink.url })

const upstream = await startIdp({ options: { clients: [client] } })

const connector = upstreamProvider({
  issuer: upstream.issuer,
  clientId: client.client_id,
  clientSecret: client.client_secret,
  scopes: ['profile', 'email'],
  guard: guardOf([]),
  now: upstream.clock.now,
})

it('reports what it has', async () =>
  expect(await connector.describe()).toMatchObject({
    issuer: upstream.issuer,
    tokenEndpoint: `${upstream.issuer}/token`,
    algorithms: ['ES256'],
    hasUserinfo: true,
    hasEndSession: true,
    promisesIss: true,
  }))

it('a user signs in there and is known here, once for each code', async () => {
  const request = requested({ loginHint: 'alice', prompt: 'login', maxAgeSeconds: 300 })
  const address = new URL(await connector.authorizationUrl(request))
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'house-a',
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    login_hint: 'alice',
    prompt: 'login',
    max_age: '300',
  })
  const { searchParams } = await signInAt(upstream, address)
  const said = await connector.redeem(searchParams, request)
  expect(said).toMatchObject({
    typ: expect.anything(),
    claims: { sub: ALICE.sub, amr: ['pwd'], auth_time: expect.any(Number), sid: expect.any(String) },
    profile: { sub: ALICE.sub, name: ALICE.name, email: ALICE.email, email_verified: true },
  })
  expect(JSON.stringify(said)).not.toContain(searchParams.get('code'))
  expect(await refOf(connector.redeem(searchParams, request))).toBe('upstream_code')
})

it('a code of another browser, with the state of this one, is refused there', async () => {
  const [mine, theirs] = [requested(), requested()]
  const stolen = (await signInAt(upstream, new URL(await connector.authorizationUrl(theirs)))).searchParams
  expect(await refOf(connector.redeem(stolen, mine))).toBe('upstream_state')
  stolen.set('state', mine.state)
  expect(await refOf(connector.redeem(stolen, mine))).toBe('upstream_code')
})

it('its sign-out brings a logout token that names the session', async () => {
  const request = requested()
  const { searchParams } = await signInAt(upstream, new URL(await connector.authorizationUrl(request)))
  const { sid, sub } = (await connector.redeem(searchParams, request)).claims
  sink.clear()
  await upstream.portico.sessions.endAll(ALICE.sub)
  await sink.arrived(1)
  const signed = await Promise.all(sink.notices.map(({ token }) => connector.verifyLogoutToken(token)))
  expect(signed.map(({ claims }) => claims)).toContainEqual(expect.objectContaining({ sub, sid }))
})
