import { checkLogoutClaims } from '../../policies/upstream-logout-token.ts'

const NOW = 1_800_000_000
const EXPECTED = { issuer: 'https://b.example', clientId: 'portico' }
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const CLAIMS = { iss: 'https://b.example', aud: 'portico', iat: NOW, jti: 'j', sub: 'u', events: { [EVENT]: {} } }

it('names its subject, and its latest time', () => {
  expect(checkLogoutClaims(CLAIMS, 'logout+jwt', EXPECTED, NOW)).toEqual({ jti: 'j', subject: 'u', until: NOW + 180 })
  expect(checkLogoutClaims({ ...CLAIMS, sub: undefined, sid: 's' }, undefined, EXPECTED, NOW)).toEqual({
    jti: 'j',
    sid: 's',
    until: NOW + 180,
  })
  expect(checkLogoutClaims({ ...CLAIMS, exp: NOW + 30, aud: ['x', 'portico'] }, 'JWT', EXPECTED, NOW)).toMatchObject({
    until: NOW + 90,
  })
})

it.each<[object, string]>([
  [{ iss: 'https://b.example/' }, 'iss'],
  [{ aud: ['other'] }, 'aud'],
  [{ aud: undefined }, 'aud'],
  [{ iat: NOW - 180 }, 'iat or exp'],
  // A later exp makes no old one young.
  [{ iat: NOW - 180, exp: NOW + 3_600 }, 'iat or exp'],
  [{ exp: NOW - 60 }, 'iat or exp'],
  [{ exp: 'tomorrow' }, 'exp'],
  [{ iat: NOW + 61 }, 'iat'],
  [{ iat: undefined }, 'iat'],
  [{ jti: undefined }, 'jti'],
  [{ jti: 'x'.repeat(256) }, 'jti'],
  [{ nonce: 'n' }, 'nonce'],
  [{ nonce: null }, 'nonce'],
  [{ events: undefined }, 'events'],
  [{ events: {} }, 'events'],
  [{ events: [EVENT] }, 'events'],
  [{ events: { [EVENT]: 'x' } }, 'events'],
  [{ sub: undefined }, 'sub or sid'],
  [{ sub: '' }, 'sub or sid'],
  [{ sid: 7 }, 'sub or sid'],
])('%j is refused for %s', (claims, why) =>
  expect(checkLogoutClaims({ ...CLAIMS, ...claims }, 'logout+jwt', EXPECTED, NOW)).toBe(why),
)

it('one of 179 seconds counts, and so does one of a clock that is a minute ahead', () => {
  for (const iat of [NOW - 179, NOW + 60])
    expect(checkLogoutClaims({ ...CLAIMS, iat }, 'application/logout+jwt', EXPECTED, NOW)).toMatchObject({ jti: 'j' })
})

it.each([['at+jwt'], ['dpop+jwt'], [7]])('what is typed as %s is none', (type) =>
  expect(checkLogoutClaims(CLAIMS, type, EXPECTED, NOW)).toBe('typ'),
)
