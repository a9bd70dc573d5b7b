/** Every lie of a provider is refused, each with its own cause. */
import { upstreamProvider } from '../../../adapters/upstream/index.ts'
import { egressGuard } from '../../../lib/domain/sessions/egress-guard.ts'
import type { UpstreamProvider, UpstreamRequest } from '../../../lib/ports/upstream-provider.ts'
import { identityIn, type UpstreamIdentity } from '../../../lib/protocol/upstream/identity.ts'
import { CLIENT, type Lies, type LyingProvider, lyingProvider } from '../../support/lying-provider.ts'

const REDIRECT_URI = 'https://id.example/upstream/b/callback'
const now = Math.floor(Date.now() / 1000)

let there: LyingProvider
let count = 0
beforeAll(async () => {
  there = await lyingProvider()
})
afterEach(() => there.lie({}))
afterAll(() => there.stop())

function connector(): UpstreamProvider {
  const egress = egressGuard([])
  return upstreamProvider({
    ...CLIENT,
    issuer: there.issuer,
    scopes: ['openid'],
    guard: { lookup: egress.lookup('live'), isForbidden: (address) => !egress.allows(address, 'live') },
    now: Date.now,
  })
}

function request(more: Partial<UpstreamRequest> = {}): UpstreamRequest {
  count += 1
  const [state, nonce] = [`state-${count}-${'s'.repeat(22)}`, `nonce-${count}-${'n'.repeat(22)}`]
  there.nonce = nonce
  return { state, nonce, verifier: 'v'.repeat(43), redirectUri: REDIRECT_URI, ...more }
}

/** As at the callback: what the provider said, and what the policy says of it. */
async function comeIn(
  provider: UpstreamProvider,
  asked: UpstreamRequest,
  {
    answer = answerTo(asked),
    require = {},
  }: { readonly answer?: URLSearchParams; readonly require?: Record<string, string> } = {},
): Promise<UpstreamIdentity> {
  const said = await provider.redeem(answer, asked)
  return identityIn(said, { ...CLIENT, issuer: there.issuer, require }, asked, Date.now() / 1000)
}

const answerTo = ({ state }: UpstreamRequest, more: Readonly<Record<string, string>> = {}): URLSearchParams =>
  new URLSearchParams({ code: 'c', state, iss: there.issuer, ...more })

it('the truth comes in', async () => {
  const asked = request()
  expect(await comeIn(connector(), asked)).toMatchObject({
    issuer: there.issuer,
    subject: 'u-1',
    claims: { name: 'Ursula' },
    amr: [],
  })
})

it.each<[string, Lies, string]>([
  ['another issuer', { claims: { iss: 'https://other.example' } }, 'upstream_issuer'],
  ['another audience', { claims: { aud: 'somebody' } }, 'upstream_audience'],
  ['several audiences without azp', { claims: { aud: ['portico', 'somebody'] } }, 'upstream_audience'],
  ['another party', { claims: { azp: 'somebody' } }, 'upstream_audience'],
  ['another nonce', { claims: { nonce: 'n'.repeat(30) } }, 'upstream_nonce'],
  ['no nonce', { claims: { nonce: undefined } }, 'upstream_token_invalid'],
  ['an expired token', { claims: { iat: now - 900, exp: now - 300 } }, 'upstream_token_expired'],
  ['one of the future', { claims: { nbf: now + 600 } }, 'upstream_token_invalid'],
  ['no subject', { claims: { sub: undefined } }, 'upstream_token_invalid'],
  ['an empty subject', { claims: { sub: '' } }, 'upstream_token_invalid'],
  ['too long a subject', { claims: { sub: 'x'.repeat(256) } }, 'upstream_token_invalid'],
  ['another key', { signedBy: 'other-key' }, 'upstream_signature'],
  ['another key under the same kid', { signedBy: 'other-key-same-kid' }, 'upstream_signature'],
  ['no signature', { signedBy: 'nobody' }, 'upstream_signature'],
  ['an HMAC with the client secret', { signedBy: 'client-secret' }, 'upstream_signature'],
  ['an HMAC with the public key', { signedBy: 'public-key' }, 'upstream_signature'],
  ['another subject at userinfo', { userinfo: { sub: 'u-2' } }, 'upstream_subject_changed'],
  ['another issuer in the metadata', { metadata: { issuer: 'https://other.example' } }, 'upstream_issuer'],
  [
    'an address inside the network in the metadata',
    { metadata: { token_endpoint: 'https://10.0.0.1/token' } },
    'upstream_response',
  ],
  ['plain http elsewhere in the metadata', { metadata: { jwks_uri: 'http://jwks.example/jwks' } }, 'upstream_response'],
  ['a redirect', { token: (res) => res.writeHead(307, { location: '/elsewhere' }).end() }, 'upstream_response'],
  [
    'an endless answer',
    {
      token: (res) => {
        res.writeHead(200, { 'content-type': 'application/json' })
        const more = (): void => {
          while (!res.destroyed && res.write('x'.repeat(65_536)));
        }
        res.on('drain', more)
        more()
      },
    },
    'upstream_response',
  ],
  [
    'its own code refused',
    {
      token: (res) =>
        res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'invalid_grant' })),
    },
    'upstream_code',
  ],
  ['a fault of its own', { token: (res) => res.writeHead(500).end() }, 'upstream_unavailable'],
  ['silence', { token: () => {} }, 'upstream_unavailable'],
])(
  '%s is refused',
  async (_what, lies, ref) => {
    there.lie(lies)
    const asked = request()
    await expect(comeIn(connector(), asked)).rejects.toMatchObject({ name: 'UpstreamRefused', ref })
  },
  15_000,
)

it.each<[string, Readonly<Record<string, string>>, string]>([
  ['no iss though it was promised', { iss: '' }, 'upstream_mix_up'],
  ['iss of another provider', { iss: 'https://other.example' }, 'upstream_mix_up'],
  ['another state', { state: 'another' }, 'upstream_state'],
])('an answer with %s costs the provider nothing', async (_what, more, ref) => {
  const provider = connector()
  await provider.describe()
  const before = there.seen.get('/token') ?? 0
  const asked = request()
  const answer = answerTo(asked, more)
  if (more.iss === '') answer.delete('iss')
  await expect(comeIn(provider, asked, { answer })).rejects.toMatchObject({ ref })
  expect(there.seen.get('/token') ?? 0).toBe(before)
})

it('what the user or the provider declined is kept for administrators', async () => {
  const asked = request()
  const answer = new URLSearchParams({
    error: 'access_denied',
    error_description: 'no\nentry',
    state: asked.state,
    iss: there.issuer,
  })
  await expect(comeIn(connector(), asked, { answer })).rejects.toMatchObject({
    ref: 'upstream_denied',
    told: expect.stringMatching(/^access_denied: no.entry$/s),
  })
})

it('a claim that is demanded must be there, with its value', async () => {
  const asked = request()
  await expect(comeIn(connector(), asked, { require: { hd: 'example.com' } })).rejects.toMatchObject({
    ref: 'upstream_claim_required',
  })
  there.lie({ claims: { hd: 'example.com' } })
  expect(await comeIn(connector(), asked, { require: { hd: 'example.com' } })).toMatchObject({ subject: 'u-1' })
})

it('a fresh sign-in that was asked for must be one', async () => {
  const asked = request({ prompt: 'login' })
  await expect(comeIn(connector(), asked)).rejects.toMatchObject({ ref: 'upstream_token_invalid' })
  there.lie({ claims: { auth_time: now - 3_600 } })
  await expect(comeIn(connector(), asked)).rejects.toMatchObject({ ref: 'upstream_token_invalid' })
  there.lie({ claims: { auth_time: Math.floor(Date.now() / 1000) } })
  expect(await comeIn(connector(), asked)).toMatchObject({ subject: 'u-1' })
})

it('unknown keys make it fetch the keys once, not once for each answer', async () => {
  const provider = connector()
  const asked = request()
  await comeIn(provider, asked)
  const before = there.seen.get('/jwks') ?? 0
  there.lie({ signedBy: 'other-key' })
  for (let time = 0; time < 5; time += 1) {
    const next = request()
    await expect(comeIn(provider, next)).rejects.toMatchObject({ ref: 'upstream_signature' })
  }
  expect((there.seen.get('/jwks') ?? 0) - before).toBeLessThanOrEqual(1)
})
