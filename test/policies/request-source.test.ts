import { decideSource, isUnasked, type Source, type SourceVerdict } from '../../policies/request-source.ts'

const OWN = 'https://sso.example.com'

it.each<[SourceVerdict, Source]>([
  ['same-origin', { site: 'same-origin' }],
  ['same-origin', { site: 'same-origin', origin: 'null' }],
  ['same-origin', { origin: OWN }],
  ['foreign', { site: 'same-site' }],
  ['foreign', { site: 'cross-site', origin: OWN }],
  ['foreign', { site: 'same-origin, same-origin' }],
  ['foreign', { site: '' }],
  ['foreign', { origin: 'https://evil.example.com' }],
  ['foreign', { origin: 'null' }],
  ['foreign', { origin: 'http://sso.example.com' }],
  ['foreign', { origin: `${OWN}:8443` }],
  ['foreign', { origin: `${OWN}.evil.example` }],
  ['unknown', { site: 'none' }],
  ['unknown', {}],
])('%s: %j', (source, headers) => expect(decideSource(headers, OWN)).toBe(source))

it.each([
  [true, 'GET', 'same-origin'],
  [true, 'POST', 'same-origin'],
  [true, 'POST', 'unknown'],
  [false, 'GET', 'unknown'],
  [false, 'GET', 'foreign'],
  [false, 'POST', 'foreign'],
] as const)('signed out without asking, %s: a %s of a source that is %s', (outcome, method, source) =>
  expect(isUnasked(method, source)).toBe(outcome),
)
