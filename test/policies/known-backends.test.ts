import { BUDGETS, type RateBucket } from '../../policies/budgets.ts'
import {
  addressRange,
  type Backend,
  type BackendIssue,
  backendIssues,
  backendLimit,
  countsForBackends,
  isStoreAsked,
} from '../../policies/known-backends.ts'

it('counts at the endpoints that servers call with a secret, and at no other', () =>
  expect(Object.keys(BUDGETS.requests).filter((name) => countsForBackends(name as RateBucket))).toEqual([
    'token',
    'revocation',
    'introspection',
  ]))

it('has the limit of a minute', () =>
  expect(backendLimit({ addresses: ['192.0.2.7'], perMinute: 600 })).toEqual({ limit: 600, windowSeconds: 60 }))

it('asks the store about thirty wrong secrets', () =>
  expect([0, 29, 30, 31].map(isStoreAsked)).toEqual([true, true, false, false]))

it.each([
  ['192.0.2.7', { address: '192.0.2.7', prefix: 32, family: 'ipv4' }],
  ['192.0.2.0/24', { address: '192.0.2.0', prefix: 24, family: 'ipv4' }],
  ['255.255.255.255/32', { address: '255.255.255.255', prefix: 32, family: 'ipv4' }],
  ['0.0.0.0/0', { address: '0.0.0.0', prefix: 0, family: 'ipv4' }],
  ['2001:db8::7', { address: '2001:db8::7', prefix: 128, family: 'ipv6' }],
  ['2001:DB8::/48', { address: '2001:DB8::', prefix: 48, family: 'ipv6' }],
  ['::1', { address: '::1', prefix: 128, family: 'ipv6' }],
  ['192.0.2.0/33', undefined],
  ['2001:db8::/129', undefined],
  ['192.0.2.0/024', undefined],
  ['192.0.2.0/', undefined],
  ['192.0.2', undefined],
  ['192.0.2.256', undefined],
  ['192.0.2.07', undefined],
  ['192.0.2.7.', undefined],
  ['192.0.2.7.1', undefined],
  ['::ffff:192.0.2.7', undefined],
  ['2001:db8::1::2', undefined],
  ['fe80::1%eth0', undefined],
  ['[2001:db8::7]', undefined],
  ['billing.example.com', undefined],
  ['', undefined],
])('an address or a range (RFC 4632 s3.1, 4291 s2.3): %s: %j', (text, expected) =>
  expect(addressRange(text)).toEqual(expected),
)

describe('what `backend` of a client must be', () => {
  const with_ = (addresses: readonly string[], perMinute = 600): Backend => ({ addresses, perMinute })

  it.each<[Backend, readonly (readonly [BackendIssue, string?])[]]>([
    [with_(['192.0.2.7', '198.51.100.0/24', '2001:db8::/48']), []],
    [with_(['10.20.0.0/16'], 6_000), []],
    [with_(['10.20.0.0/16'], 1), []],
    [with_([]), [['backend-without-address']]],
    [with_(Array.from({ length: 20 }, (_, index) => `192.0.2.${index}`)), []],
    [with_(Array.from({ length: 21 }, (_, index) => `192.0.2.${index}`)), [['too-many-backend-addresses']]],
    [with_(['10.20.0.0/15']), [['range-too-wide', '10.20.0.0/15']]],
    [with_(['2001:db8::/47']), [['range-too-wide', '2001:db8::/47']]],
    [with_(['0.0.0.0/0', '::/0'], 0), [['range-too-wide', '0.0.0.0/0'], ['range-too-wide', '::/0'], ['per-minute']]],
    [with_(['*']), [['no-range', '*']]],
    [with_(['192.0.2.7', '192.0.2.7']), [['range-repeated', '192.0.2.7']]],
    [with_(['192.0.2.7'], 6_001), [['per-minute']]],
    [with_(['192.0.2.7'], 0.5), [['per-minute']]],
  ])('%j: %j', (backend, expected) =>
    expect(backendIssues(backend, true).map(({ code, address }) => [code, address].filter(Boolean))).toEqual(expected),
  )

  it('it is for clients with a secret', () =>
    expect(backendIssues(with_(['192.0.2.7']), false)).toEqual([{ code: 'backend-without-secret' }]))
})
