import { decideSource, isUnasked, type Source, type SourceVerdict } from '../../policies/request-source.ts'

const OWN = 'https://sso.example.com'

it.each<[SourceVerdict, Source]>([
  ['same-origin', { site: 'same-origin' }],
  ['same-origin', { site: 'same-origin', origin: 'null' }],
  ['same-origin', { origin: OWN }],
  ['cross-origin', { site: 'same-site' }],
  ['cross-origin', { site: 'cross-site', origin: OWN }],
  ['cross-origin', { site: 'same-origin, same-origin' }],
  ['cross-origin', { site: '' }],
  ['cross-origin', { origin: 'https://evil.example.com' }],
  ['cross-origin', { origin: 'null' }],
  ['cross-origin', { origin: 'http://sso.example.com' }],
  ['cross-origin', { origin: `${OWN}:8443` }],
  ['cross-origin', { origin: `${OWN}.evil.example` }],
  ['unknown', { site: 'none' }],
  ['unknown', {}],
])('%s: %j', (source, headers) => expect(decideSource(headers, OWN)).toBe(source))

it.each([
  [true, 'GET', 'same-origin'],
  [true, 'POST', 'same-origin'],
  [true, 'POST', 'unknown'],
  [false, 'GET', 'unknown'],
  [false, 'GET', 'cross-origin'],
  [false, 'POST', 'cross-origin'],
] as const)('signed out without asking, %s: a %s of a source that is %s', (outcome, method, source) =>
  expect(isUnasked(method, source)).toBe(outcome),
)
