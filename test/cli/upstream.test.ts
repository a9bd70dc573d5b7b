/** `portico upstream` as an operator runs it, at a provider that answers truly, or lies. */
import { createServer } from 'node:https'
import { freePort } from '../support/free-port.ts'
import { startIdp } from '../support/idp.ts'
import { closed, listening } from '../support/listening.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { CLIENT, type Lies, lyingProvider } from '../support/lying-provider.ts'
import { words } from '../support/words.ts'
import { type Printed, portico, porticoProcess } from './portico.ts'

const BASE_URL = 'https://id.example'
const REDIRECT_URI = `${BASE_URL}/upstream/b/callback`
const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const there = await lyingProvider()
afterEach(() => there.lie({}))

const environment = (
  more: Readonly<Record<string, unknown>> = {},
  login: Readonly<Record<string, unknown>> = {},
): NodeJS.ProcessEnv => ({
  BASE_URL,
  PORTICO_SECRET: 'the-root-secret-of-a-deployment-with-connectors',
  UPSTREAM_B_CLIENT_SECRET: CLIENT.clientSecret,
  PORTICO_CONFIG: JSON.stringify({
    login: {
      ...login,
      upstreams: [
        {
          id: 'b',
          name: 'Company B',
          issuer: there.issuer,
          client_id: CLIENT.clientId,
          firstSignIn: 'create',
          ...more,
        },
      ],
    },
  }),
})

interface Tested {
  readonly redirectUri: string
  readonly steps: readonly { readonly step: string; readonly outcome: string; readonly hint?: string }[]
}

/** Its exit code, and the steps that are not as they should be. */
async function tested(more?: Readonly<Record<string, unknown>>, login?: Readonly<Record<string, unknown>>) {
  const printed = await portico('upstream test b --json', environment(more, login))
  const { steps } = JSON.parse(printed.out) as Tested
  const failed = steps.filter(({ outcome }) => outcome === 'failed')
  expect(failed.every(({ hint }) => hint !== undefined)).toBe(true)
  return { code: printed.code, failed: failed.map(({ step }) => step), steps: steps.map(({ step }) => step) }
}

const withoutSecret = ({ out, err }: Printed): void => expect(out + err).not.toContain(CLIENT.clientSecret)

it('list prints what must be registered, as text and as JSON', async () => {
  const env = environment({ secretExpires: '2031-01-31' })
  const shown = await porticoProcess('upstream list', env)
  expect(shown.code).toBe(0)
  for (const text of ['b  Company B', there.issuer, REDIRECT_URI, 'create', 'set, expires on 2031-01-31'])
    expect(shown.out).toContain(text)
  withoutSecret(shown)
  const { out } = await porticoProcess('upstream list --json', env)
  expect(JSON.parse(out)).toEqual([
    {
      id: 'b',
      name: 'Company B',
      issuer: there.issuer,
      client_id: 'portico',
      redirectUri: REDIRECT_URI,
      backchannelLogoutUri: `${BASE_URL}/upstream/b/backchannel-logout`,
      signedOutUri: `${BASE_URL}/upstream/b/signed-out`,
      firstSignIn: 'create',
      secret: 'set',
      secretExpires: '2031-01-31',
    },
  ])
})

it('test prints the redirect URI and each step, without the secret, which it does not send', async () => {
  const before = there.asked('/token')
  const shown = await porticoProcess('upstream test b', environment())
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out.split('\n')[0]).toBe(`redirect URI to register with the provider: ${REDIRECT_URI}`)
  expect(shown.out.match(/^(?:ok|noted) +\w+/gm)?.map((line) => line.replace(/ +/, ':'))).toEqual(
    words`noted:tls ok:discovery ok:issuer ok:endpoints noted:pkce ok:algorithms ok:keys ok:clock`,
  )
  withoutSecret(shown)
  expect(there.asked('/token')).toBe(before)
})

it('another service of this kind passes every step', async () => {
  const real = await startIdp()
  const printed = await portico('upstream test b --json', environment({ issuer: real.issuer }))
  const { steps } = JSON.parse(printed.out) as Tested
  expect(printed.code).toBe(0)
  expect(steps.filter(({ step }) => step !== 'tls').map(({ outcome }) => outcome)).toEqual(Array(7).fill('ok'))
})

it('endpoints at a private address of another host are asked where the settings open it', async () => {
  there.lie({ metadata: { jwks_uri: `${there.issuer.replace('localhost', '127.0.0.1')}/jwks` } })
  expect(await tested()).toMatchObject({ code: 1, failed: ['endpoints'] })
  expect(await tested({}, { allowPrivateAddresses: ['127.0.0.0/8'] })).toMatchObject({ code: 0, failed: [] })
})

it.each<[string, string, Lies]>([
  ['another issuer', 'issuer', { metadata: { issuer: 'https://other.example' } }],
  ['no token endpoint', 'endpoints', { metadata: { token_endpoint: undefined } }],
  ['an endpoint inside the network', 'endpoints', { metadata: { token_endpoint: 'https://10.0.0.1/token' } }],
  ['an endpoint over http', 'endpoints', { metadata: { token_endpoint: 'http://other.example/token' } }],
  ['PKCE without S256', 'pkce', { metadata: { code_challenge_methods_supported: ['plain'] } }],
  ['symmetric signatures alone', 'algorithms', { metadata: { id_token_signing_alg_values_supported: ['HS256'] } }],
  ['keys that cannot be had', 'keys', { jwks: (res) => void res.writeHead(500).end() }],
  ['no keys', 'keys', { jwks: (res) => void res.setHeader('Content-Type', 'application/json').end('{"keys":[]}') }],
  ['a clock that is wrong', 'clock', { date: new Date(Date.now() - 300_000) }],
])('test names the step that fails: %s', async (_what, step, lies) => {
  there.lie(lies)
  expect(await tested()).toMatchObject({ code: 1, failed: [step] })
})

it('no listener, no discovery document, an untrusted certificate: the later steps are skipped', async () => {
  const failed = { code: 1, failed: ['discovery'], steps: ['discovery'] }
  expect(await tested({ issuer: `http://localhost:${await freePort()}` })).toEqual(failed)
  expect(await tested({ issuer: `${there.issuer}/other` })).toMatchObject({ code: 1, failed: ['discovery'] })
  const server = createServer(selfSigned('localhost'), (_req, res) => res.end('{}'))
  const issuer = `https://localhost:${await listening(server)}`
  expect(await tested({ issuer })).toEqual({ code: 1, failed: ['tls'], steps: ['tls'] })
  await closed(server)
})

it('a secret that ran out fails, one that runs out soon is only told', async () => {
  expect(await tested({ secretExpires: inDays(-1) })).toMatchObject({ code: 1, failed: ['secret'] })
  expect(await tested({ secretExpires: inDays(20) })).toMatchObject({
    code: 0,
    steps: expect.arrayContaining(['secret']),
  })
  expect((await tested({ secretExpires: inDays(40) })).steps).not.toContain('secret')
})

it('a connector that there is not', async () =>
  expect(await portico('upstream test c', environment())).toMatchObject({
    code: 1,
    err: 'unknown connector c: it is not in login.upstreams',
  }))
