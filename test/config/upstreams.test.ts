/** Providers that users come from: settings that admit unknown users, or cannot work, are refused at the start. */
import { issuesOf, validateConfiguration } from './issues.ts'

const COMPANY = {
  id: 'company',
  name: 'Company',
  issuer: 'https://login.example.com',
  client_id: 'portico',
  client_secret: 'the-secret-that-the-provider-gave-out',
}
const refused = (...upstreams: readonly object[]): readonly string[] =>
  issuesOf({ login: { upstreams } }).map(({ code, path }) => `${code} ${path}`)

it.each<[string, object, string]>([
  [
    'the issuer of all tenants of Entra',
    { issuer: 'https://login.microsoftonline.com/common/v2.0' },
    'E1006 login.upstreams[0].issuer',
  ],
  [
    'of all organisations',
    { issuer: 'https://login.microsoftonline.com/organizations/v2.0' },
    'E1006 login.upstreams[0].issuer',
  ],
  ['of all private', { issuer: 'https://login.microsoftonline.com/consumers/v2.0' }, 'E1006 login.upstreams[0].issuer'],
  [
    'accounts for all users at Google',
    { issuer: 'https://accounts.google.com', firstSignIn: 'create' },
    'E1006 login.upstreams[0].require',
  ],
  ['plain http', { issuer: 'http://login.example.com' }, 'E1001 login.upstreams[0].issuer'],
  ['an id with an underscore', { id: 'my_company' }, 'E1001 login.upstreams[0].id'],
  ['a day that there is not', { secretExpires: '2027-02-29' }, 'E1001 login.upstreams[0].secretExpires'],
  ['a month too many', { secretExpires: '2027-13-01' }, 'E1001 login.upstreams[0].secretExpires'],
  ['no secret', { client_secret: undefined }, 'E1004 login.upstreams[0].client_secret'],
  ['a setting that there is not', { onyl: true }, 'E1002 login.upstreams[0].onyl'],
])('%s', (_what, wrong, issue) => expect(refused({ ...COMPANY, ...wrong })).toEqual([issue]))

it('two connectors have different ids and names, and one of them at most is the only one', () => {
  expect(refused(COMPANY, { ...COMPANY, name: 'Another' })).toEqual(['E1005 login.upstreams[1].id'])
  expect(refused(COMPANY, { ...COMPANY, id: 'another', name: 'company' })).toEqual(['E1005 login.upstreams[1].name'])
  expect(refused({ ...COMPANY, only: true }, { ...COMPANY, id: 'another', name: 'Another', only: true })).toEqual([
    'E1006 login.upstreams[1].only',
  ])
})

it('private addresses of their endpoints are opened by ranges', () =>
  expect(issuesOf({ login: { allowPrivateAddresses: ['10.0.0.0/33'] } })[0]).toMatchObject({
    code: 'E1001',
    path: 'login.allowPrivateAddresses[0]',
  }))

it('Google with a domain, Entra with a tenant, and a provider on this machine may be set', () => {
  const upstreams = [
    { ...COMPANY, issuer: 'https://accounts.google.com', firstSignIn: 'create', require: { hd: 'example.com' } },
    {
      ...COMPANY,
      id: 'entra',
      name: 'Entra',
      issuer: 'https://login.microsoftonline.com/00000000-0000-4000-8000-000000000000/v2.0',
    },
    { ...COMPANY, id: 'own', name: 'Own', issuer: 'http://localhost:4000', secretExpires: '2028-02-29' },
  ]
  expect(
    validateConfiguration({ baseUrl: 'http://localhost:3000', login: { upstreams } }).login.upstreams[0],
  ).toMatchObject({ firstSignIn: 'create', only: false, maxAge: 43_200, scopes: ['openid', 'profile', 'email'] })
})
