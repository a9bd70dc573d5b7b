import { type ExpectedIdToken, validateUpstreamIdToken } from '../../policies/upstream-id-token.ts'

const NOW = 1_800_000_000
/** As long ago as a sign-in may take. */
const STARTED = { startedAt: NOW - 600 }
const EXPECTED: ExpectedIdToken = { issuer: 'https://b.example', clientId: 'a', nonce: 'n', now: NOW, ...STARTED }
const CLAIMS = { iss: 'https://b.example', aud: 'a', sub: 'u1', exp: NOW + 300, iat: NOW, nonce: 'n' }

const outcomeOf = (claims: object, expected: object = {}, typ: unknown = 'JWT'): string => {
  const verdict = validateUpstreamIdToken(typ, { ...CLAIMS, ...claims }, { ...EXPECTED, ...expected })
  return 'refuse' in verdict ? verdict.refuse : verdict.subject
}

it.each<[string, string, object]>([
  ['u1', 'our audience as text', {}],
  ['u1', 'our audience in a list', { aud: ['a'] }],
  ['u1', 'several audiences, issued to us', { aud: ['a', 'c'], azp: 'a' }],
  ['u1', 'one audience, issued to us', { azp: 'a' }],
  ['upstream_issuer', 'another issuer', { iss: 'https://c.example' }],
  ['upstream_issuer', 'a slash more', { iss: 'https://b.example/' }],
  ['upstream_issuer', 'another case', { iss: 'https://B.example' }],
  ['upstream_issuer', 'none', { iss: undefined }],
  ['upstream_audience', 'another client', { aud: 'c' }],
  ['upstream_audience', 'other clients', { aud: ['c', 'd'], azp: 'a' }],
  ['upstream_audience', 'an empty list', { aud: [] }],
  ['upstream_audience', 'none', { aud: undefined }],
  ['upstream_audience', 'a list in a list', { aud: [['a']] }],
  ['upstream_audience', 'several audiences, issued to none of them', { aud: ['a', 'c'] }],
  ['upstream_audience', 'several audiences, issued to another', { aud: ['a', 'c'], azp: 'c' }],
  ['upstream_audience', 'our audience, issued to another', { azp: 'c' }],
  ['upstream_audience', 'our audience, issued to nothing', { azp: null }],
])('who made it and for whom (OIDC Core s3.1.3.7): %s: %s', (outcome, _, claims) =>
  expect(outcomeOf(claims)).toBe(outcome),
)

it.each<[string, string, object]>([
  ['u1', 'expired 59 s ago', { exp: NOW - 59 }],
  ['upstream_token_expired', 'expired 60 s ago', { exp: NOW - 60 }],
  ['upstream_token_invalid', 'no exp', { exp: undefined }],
  ['upstream_token_invalid', 'an exp of text', { exp: String(NOW + 300) }],
  ['upstream_token_invalid', 'no iat', { iat: undefined }],
  ['u1', 'issued in 60 s', { iat: NOW + 60 }],
  ['upstream_token_invalid', 'issued in 61 s', { iat: NOW + 61 }],
  ['u1', 'in force in 60 s', { nbf: NOW + 60 }],
  ['upstream_token_invalid', 'in force in 61 s', { nbf: NOW + 61 }],
  ['upstream_token_invalid', 'an nbf of text', { nbf: 'soon' }],
])('its times, with 60 s of skew: %s: %s', (outcome, _, claims) => expect(outcomeOf(claims)).toBe(outcome))

it.each<[string, string, object, unknown]>([
  ['u1', 'no type', {}, undefined],
  ['u1', 'a type in lower case', {}, 'jwt'],
  ['upstream_token_invalid', 'a logout token', {}, 'logout+jwt'],
  ['upstream_token_invalid', 'an access token', {}, 'application/at+jwt'],
  ['upstream_token_invalid', 'a type that is no text', {}, ['JWT']],
  ['upstream_nonce', 'another nonce', { nonce: 'm' }, 'JWT'],
  ['upstream_nonce', 'no nonce', { nonce: undefined }, 'JWT'],
  ['x'.repeat(255), 'a sub of 255 characters', { sub: 'x'.repeat(255) }, 'JWT'],
  ['upstream_token_invalid', 'a sub of 256 characters', { sub: 'x'.repeat(256) }, 'JWT'],
  ['upstream_token_invalid', 'an empty sub', { sub: '' }, 'JWT'],
  ['upstream_token_invalid', 'no sub', { sub: undefined }, 'JWT'],
  ['upstream_token_invalid', 'a sub that is a number', { sub: 7 }, 'JWT'],
])('what it is, and whom it names: %.40s: %s', (outcome, _, claims, typ) =>
  expect(outcomeOf(claims, {}, typ)).toBe(outcome),
)

it.each<[string, string, object, object]>([
  ['u1', 'not asked for, not said', {}, {}],
  ['u1', 'not asked for, and nonsense', { auth_time: 'x' }, { prompt: 'consent' }],
  ['upstream_token_invalid', 'max_age, not said', {}, { maxAgeSeconds: 300 }],
  ['upstream_token_invalid', 'prompt=login, not said', {}, { prompt: 'login' }],
  ['upstream_token_invalid', 'text', { auth_time: String(NOW) }, { prompt: 'login' }],
  ['upstream_token_invalid', 'in 61 s', { auth_time: NOW + 61 }, { prompt: 'login' }],
  ['u1', 'max_age and skew ago', { auth_time: NOW - 360 }, { maxAgeSeconds: 300 }],
  ['upstream_token_expired', 'longer ago than max_age and skew', { auth_time: NOW - 361 }, { maxAgeSeconds: 300 }],
  ['upstream_token_expired', 'max_age=0 and long ago', { auth_time: NOW - 61 }, { maxAgeSeconds: 0 }],
  ['u1', 'since the start', { auth_time: NOW - 100 }, { prompt: 'login', startedAt: NOW - 40 }],
  ['upstream_token_expired', 'before the start', { auth_time: NOW - 101 }, { prompt: 'login', startedAt: NOW - 40 }],
  ['upstream_token_expired', 'before', { auth_time: NOW - 101 }, { prompt: 'login consent', startedAt: NOW - 40 }],
  ['u1', 'since a start long ago', { auth_time: NOW - 660 }, { prompt: 'login' }],
  ['upstream_token_expired', 'before a start long ago', { auth_time: NOW - 661 }, { prompt: 'login' }],
  ['upstream_token_expired', 'both', { auth_time: NOW - 200 }, { prompt: 'login', maxAgeSeconds: 100 }],
])('how lately the user signed in, where that was asked for: %s: %s', (outcome, _, claims, expected) =>
  expect(outcomeOf(claims, expected)).toBe(outcome),
)

it.each<[string, string, object, object]>([
  ['u1', 'it has it', { hd: 'example.com' }, { hd: 'example.com' }],
  ['u1', 'it has it in a list', { groups: ['x', 'staff'] }, { groups: 'staff' }],
  ['u1', 'it has them all', { hd: 'example.com', member: true }, { hd: 'example.com', member: true }],
  ['upstream_claim_required', 'it lacks one of them', { hd: 'example.com' }, { hd: 'example.com', member: true }],
  ['upstream_claim_required', 'another value', { hd: 'example.org' }, { hd: 'example.com' }],
  ['upstream_claim_required', 'more than the value', { hd: 'example.com.evil' }, { hd: 'example.com' }],
  ['upstream_claim_required', 'text in the place of true', { member: 'true' }, { member: true }],
  ['upstream_claim_required', 'a name that every object has', {}, { constructor: 'x' }],
])('claims that it must carry: %s: %s', (outcome, _, claims, require) =>
  expect(outcomeOf(claims, { require })).toBe(outcome),
)
