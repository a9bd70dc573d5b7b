/** The doctor's findings about connectors: each mistake has its code, and no other is reported. */
import type { Finding } from '../../lib/index.ts'
import { freePort } from '../support/free-port.ts'
import { CLIENT, type Lies, lyingProvider } from '../support/lying-provider.ts'
import { newFolder } from '../support/new-folder.ts'
import { codesOf, examined, ranOnce } from './doctor-world.ts'
import { portico } from './portico.ts'

const DAY_MS = 86_400_000

const folder = newFolder()

const env = await ranOnce({ baseUrl: 'https://id.example', folder })

const there = await lyingProvider()
afterEach(() => there.lie({}))

const environment = (more: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv => {
  const connector = { id: 'b', name: 'B', issuer: there.issuer, client_id: 'portico', ...more }
  return {
    ...env,
    UPSTREAM_B_CLIENT_SECRET: CLIENT.clientSecret,
    PORTICO_CONFIG: JSON.stringify({ login: { upstreams: [connector] } }),
  }
}
const looked = (more: Readonly<Record<string, unknown>> = {}): Promise<readonly Finding[]> =>
  examined(environment(more))

it('nothing, where all is well; notes are printed', async () => {
  expect(await looked()).toEqual([])
  const { code, out } = await portico('doctor', environment({}))
  expect(code).toBe(0)
  expect(out).toContain('connectors: nothing found')
  expect(out).toContain('connector b: its metadata do not say whether it takes S256')
})

it.each<[string, Lies]>([
  ['upstream-issuer', { metadata: { issuer: 'https://other.example' } }],
  ['upstream-endpoints', { metadata: { token_endpoint: 'https://10.0.0.1/token' } }],
  ['upstream-pkce', { metadata: { code_challenge_methods_supported: ['plain'] } }],
  ['upstream-algorithms', { metadata: { id_token_signing_alg_values_supported: ['none', 'HS256'] } }],
  ['upstream-keys', { jwks: (res) => void res.writeHead(404).end() }],
  ['upstream-clock', { date: new Date(Date.now() + 300_000) }],
])('%s', async (code, lies) => {
  there.lie(lies)
  const findings = await looked()
  expect(codesOf(findings)).toEqual([code])
  expect(findings[0]?.what).toMatch(/^connector b: /)
})

it('upstream-unreachable', async () =>
  expect(codesOf(await looked({ issuer: `http://localhost:${await freePort()}` }))).toEqual(['upstream-unreachable']))

it.each([
  ['upstream-secret-expired', -1],
  ['upstream-secret-expires', 20],
])('%s', async (code, days) => {
  const secretExpires = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  expect(codesOf(await looked({ secretExpires }))).toEqual([code])
})
