/** Whatever is wrong with a secret, or near one, it is not printed. */
import { readEnvironment } from '../../lib/config/environment.ts'
import { ACCOUNT, CLIENT, everythingSaidOf, refusal, validateConfiguration } from './issues.ts'

const HUSH = 'hunter2-swordfish'
const base = { baseUrl: 'http://localhost:3000' }

it.each([
  ['the root secret', { secret: HUSH }],
  ['one of the root secrets', { secret: [HUSH] }],
  ['two short root secrets in one text', { secret: `${HUSH},${HUSH}` }],
  ['a root secret within an object', { secret: { value: HUSH } }],
  ['a root secret under another name', { clientSecret: HUSH }],
  ['a client secret', { clients: [{ ...CLIENT, client_type: 'confidential', client_secret: HUSH }] }],
  ['a client secret in a list', { clients: [{ ...CLIENT, client_type: 'confidential', client_secret: [HUSH] }] }],
  ['a client secret of a public client', { clients: [{ ...CLIENT, client_secret: HUSH.repeat(2) }] }],
  ['a client secret with a slip in its name', { clients: [{ ...CLIENT, client_secrt: HUSH }] }],
  ['a password that is too long', { accounts: [{ ...ACCOUNT, password: HUSH.repeat(100) }] }],
  ['a password that is a list', { accounts: [{ ...ACCOUNT, password: [HUSH] }] }],
  ['a password in another form', { accounts: `alice:${HUSH}` }],
  ['an account in one text', { accounts: [`alice:${HUSH}`] }],
  ['a password in the base address', { baseUrl: `https://alice:${HUSH}@sso.example.com`, secret: 'x'.repeat(32) }],
  ['a password with a slash in the base address', { baseUrl: `https://alice:1/${HUSH}@sso.example.com` }],
  ['a password in an address without a scheme', { baseUrl: `alice:${HUSH}@sso.example.com` }],
  ['a password in the panel address', { adminUrl: `https://${HUSH}@sso.example.com` }],
  ['a client secret of our own making in the wrong place', { clients: [{ ...CLIENT, client_id: `sso_live_${HUSH}` }] }],
  [
    'a password in a redirect URI that two clients have',
    {
      clients: ['one', 'two'].map((id) => ({
        ...CLIENT,
        client_id: id,
        redirect_uris: [`http://alice:${HUSH}@localhost/`],
      })),
    },
  ],
])('%s', (_, settings) =>
  expect(everythingSaidOf(() => validateConfiguration({ ...base, ...settings }))).not.toContain(HUSH),
)

it('but its kind and length are', () => {
  const { issues } = refusal(() =>
    validateConfiguration({ ...base, secret: HUSH, accounts: [{ ...ACCOUNT, password: 12 }] }),
  )
  expect(issues.map(({ received }) => received)).toEqual(['17 characters (value hidden)', 'a number (value hidden)'])
})

it.each([
  ['the root secret', { PORTICO_SECRET: HUSH }],
  ['the root secret in the place of its file', { PORTICO_SECRET_FILE: HUSH }],
  ['the password in a Redis address', { REDIS_URL: `redis//:${HUSH}@redis:6379` }],
  ['a Redis address in the place of its file', { REDIS_URL_FILE: `redis://:${HUSH}@redis:6379` }],
  ['JSON with a wrong value, given whole', { PORTICO_CONFIG: `{ "secret": "${HUSH}", "trustProxy": "x" }` }],
  ['JSON that does not parse, given whole', { PORTICO_CONFIG: `{ "secret": "${HUSH}" "x" }` }],
  ['JSON that is only a text', { PORTICO_CONFIG: 'text.json' }],
  ['JSON that is no JSON', { PORTICO_CONFIG: 'broken.json' }],
])('from the environment: %s', (_, env) => {
  const readFile = (path: string) => {
    if (path === 'text.json') return `"${HUSH}"`
    if (path === 'broken.json') return `{ "secret": ${HUSH} }`
    throw new Error(`cannot read ${path}`)
  }
  expect(everythingSaidOf(() => readEnvironment(env, readFile))).not.toContain(HUSH)
})
