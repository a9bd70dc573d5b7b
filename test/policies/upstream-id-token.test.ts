import { judgeIdToken } from '../../policies/upstream-id-token.ts'

const NOW = 1_800_000_000
const EXPECTED = { issuer: 'https://b.example', clientId: 'portico', nonce: 'n', require: {} }
const CLAIMS = { iss: 'https://b.example', aud: 'portico', nonce: 'n', sub: 'u', iat: NOW, exp: NOW + 60 }

it.each<[object, object, string]>([
  [{}, {}, 'allowed'],
  [{ aud: ['portico'] }, {}, 'allowed'],
  [{ aud: ['portico', 'other'], azp: 'portico' }, {}, 'allowed'],
  [{ aud: ['portico', 'other'] }, {}, 'upstream_audience'],
  [{ azp: 'other' }, {}, 'upstream_audience'],
  [{ aud: [] }, {}, 'upstream_audience'],
  [{ iss: 'https://b.example/' }, {}, 'upstream_issuer'],
  [{ nonce: 'm' }, {}, 'upstream_nonce'],
  [{ exp: NOW - 59 }, {}, 'allowed'],
  [{ exp: NOW - 60 }, {}, 'upstream_token_expired'],
  [{ exp: String(NOW + 60) }, {}, 'upstream_token_invalid'],
  [{ iat: NOW + 60 }, {}, 'allowed'],
  [{ iat: NOW + 61 }, {}, 'upstream_token_invalid'],
  [{ nbf: NOW + 61 }, {}, 'upstream_token_invalid'],
  [{ sub: 'x'.repeat(255) }, {}, 'allowed'],
  [{ sub: 'x'.repeat(256) }, {}, 'upstream_token_invalid'],
  [{ sub: 7 }, {}, 'upstream_token_invalid'],
  [{ hd: 'a' }, { require: { hd: 'a' } }, 'allowed'],
  [{ hd: ['a'] }, { require: { hd: 'a' } }, 'upstream_claim_required'],
  [{}, { asked: { maxAgeSeconds: 0 } }, 'upstream_token_invalid'],
  [{ auth_time: NOW - 60 }, { asked: { maxAgeSeconds: 0 } }, 'allowed'],
  [{ auth_time: NOW - 61 }, { asked: { maxAgeSeconds: 0 } }, 'upstream_token_invalid'],
  [{ auth_time: NOW - 361 }, { asked: { maxAgeSeconds: 300 } }, 'upstream_token_invalid'],
])('%j, where %j is expected: %s', (claims, expected, verdict) => {
  expect(judgeIdToken({ ...CLAIMS, ...claims }, { ...EXPECTED, ...expected }, NOW)).toBe(verdict)
})
