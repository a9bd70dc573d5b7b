import {
  CLOCK_TOLERANCE_SECONDS,
  isAccessToken,
  LOGOUT_EVENT,
  RESOURCE_AUDIENCE,
  SIGNING_ALGORITHM,
  TOKEN_TYPES,
} from '../../policies/signing.ts'

const ISSUER = 'https://sso.example.com'
const NOW = 1_000
const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: 'k' }
const CLAIMS = {
  iss: ISSUER,
  aud: 'sso-resource-api',
  sub: 'alice',
  client_id: 'app',
  sid: 's.1',
  jti: 'j',
  iat: NOW,
  nbf: NOW,
  exp: NOW + 900,
  scope: 'openid',
  token_use: 'access',
}
const without = (name: keyof typeof CLAIMS): Record<string, unknown> => ({ ...CLAIMS, [name]: undefined })

describe('the words of tokens (D-T1, D-T2, D-S8)', () => {
  it('are fixed', () => {
    expect([SIGNING_ALGORITHM, RESOURCE_AUDIENCE]).toEqual(['ES256', 'sso-resource-api'])
    expect(TOKEN_TYPES).toEqual({ access: 'at+jwt', id: 'JWT', logout: 'logout+jwt' })
    expect(LOGOUT_EVENT).toBe('http://schemas.openid.net/event/backchannel-logout')
  })

  it('no kind of token has the type of another (8725 s3.11)', () =>
    expect(new Set(Object.values(TOKEN_TYPES)).size).toBe(3))
})

it.each<[boolean, string, Record<string, unknown>, Record<string, unknown>, number]>([
  [true, 'as we issue it', HEADER, CLAIMS, NOW],
  [true, 'one second before its end', HEADER, CLAIMS, NOW + 899],
  [true, 'from a node whose clock is a little ahead', HEADER, CLAIMS, NOW - CLOCK_TOLERANCE_SECONDS],
  [false, 'from a clock that is far ahead', HEADER, CLAIMS, NOW - CLOCK_TOLERANCE_SECONDS - 1],
  [false, 'at its end', HEADER, CLAIMS, NOW + 900],
  [false, 'alg none', { ...HEADER, alg: 'none' }, CLAIMS, NOW],
  [false, 'alg HS256', { ...HEADER, alg: 'HS256' }, CLAIMS, NOW],
  [false, 'an ID token', { ...HEADER, typ: 'JWT' }, CLAIMS, NOW],
  [false, 'a logout token', { ...HEADER, typ: 'logout+jwt' }, CLAIMS, NOW],
  [false, 'no type', { ...HEADER, typ: undefined }, CLAIMS, NOW],
  [false, 'the type in another form', { ...HEADER, typ: 'application/at+jwt' }, CLAIMS, NOW],
  [false, 'another issuer', HEADER, { ...CLAIMS, iss: `${ISSUER}/` }, NOW],
  [false, 'another audience', HEADER, { ...CLAIMS, aud: 'app' }, NOW],
  [false, 'several audiences', HEADER, { ...CLAIMS, aud: ['sso-resource-api', 'app'] }, NOW],
  [false, 'another use', HEADER, { ...CLAIMS, token_use: 'refresh' }, NOW],
  [false, 'no use', HEADER, without('token_use'), NOW],
  [false, 'no subject', HEADER, without('sub'), NOW],
  [false, 'no client', HEADER, without('client_id'), NOW],
  [false, 'no session', HEADER, without('sid'), NOW],
  [false, 'no identifier', HEADER, without('jti'), NOW],
  [false, 'no scope: a token without is not one for everything', HEADER, without('scope'), NOW],
  [false, 'no end', HEADER, without('exp'), NOW],
  [false, 'an end that is no number', HEADER, { ...CLAIMS, exp: '9999999999' }, NOW],
  [false, 'no beginning', HEADER, without('nbf'), NOW],
  [false, 'a beginning that is no number', HEADER, { ...CLAIMS, nbf: '0' }, NOW],
  [false, 'nothing', {}, {}, NOW],
])('whether contents are those of an access token, in its time (9068 s4): %s: %s', (expected, _, header, claims, now) =>
  expect(isAccessToken(header, claims, ISSUER, now)).toBe(expected),
)
