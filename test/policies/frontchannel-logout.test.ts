import { frameOutcome, isSameSite, neverConfirms } from '../../policies/frontchannel-logout.ts'

const ISSUER = 'https://id.example.com/sso'

it.each([
  ['the same host', ISSUER, 'https://id.example.com/app', true],
  ['the same host at another port', 'http://localhost:3000', 'http://localhost:4000/', true],
  ['another host of the domain', ISSUER, 'https://cloud.example.com/out', true],
  ['a host below the issuer', 'https://example.com', 'https://a.b.example.com/out', true],
  ['a host above the issuer', ISSUER, 'https://example.com/out', true],
  ['another domain', ISSUER, 'https://cloud.example.org/out', false],
  ['another scheme', ISSUER, 'http://id.example.com/out', false],
  ['only the top-level domain', ISSUER, 'https://app.other.com/', false],
  ['a host without dots', 'http://localhost', 'http://app/', false],
  ['below a top-level domain alone', 'http://id.localhost', 'http://app.localhost', false],
  ['a country’s second level', 'https://id.co.uk', 'https://app.co.uk', false],
  ['a domain below that', 'https://id.example.co.uk', 'https://app.example.co.uk', true],
  ['a short domain of a country', 'https://id.db.de', 'https://app.db.de', true],
  ['customers of one hosting service', 'https://id.fly.dev', 'https://app.fly.dev', false],
  ['hosts of one customer', 'https://id.acme.fly.dev', 'https://app.acme.fly.dev', true],
  ['another IP address', 'http://10.0.0.1', 'http://11.0.0.1', false],
  ['an IPv6 address', 'http://[::1]', 'http://[::2]', false],
  ['no URL', ISSUER, 'id.example.com', false],
])('%s', (_name, first, second, expected) => {
  expect(isSameSite(first, second)).toBe(expected)
  expect(isSameSite(second, first)).toBe(expected)
})

it.each([
  ['no front channel', {}, 'none'],
  ['the same site', { frontchannelLogoutUri: 'https://app.example.com/' }, 'confirmed'],
  ['another site', { frontchannelLogoutUri: 'https://app.example.org/' }, 'unconfirmed'],
  [
    'another site that needs no cookie',
    { frontchannelLogoutUri: 'https://app.example.org/', frontchannelLogoutSessionRequired: true },
    'confirmed',
  ],
] as const)('a frame of %s: %s', (_name, client, outcome) => expect(frameOutcome(ISSUER, client)).toBe(outcome))

it.each([
  ['a front channel at another site alone', { frontchannelLogoutUri: 'https://app.example.org/' }, true],
  ['no channel', {}, false],
  ['fields of a form that are empty', { frontchannelLogoutUri: '', backchannelLogoutUri: '' }, false],
  [
    'a back channel as well',
    { frontchannelLogoutUri: 'https://app.example.org/', backchannelLogoutUri: 'https://app.example.org/bc' },
    false,
  ],
])('%s is warned of: %j', (_name, client, warned) => expect(neverConfirms(ISSUER, client)).toBe(warned))
