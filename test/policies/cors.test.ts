import { clientOrigins, isForClients, isOriginAllowed } from '../../policies/cors.ts'

const URIS = [
  'https://spa.example/cb',
  'https://spa.example/silent',
  'http://localhost:4000/cb',
  'com.example.app://cb',
  'no address',
]

describe('the origins of a client (D-G11)', () => {
  it('are those of its redirect URIs, each once; opaque ones never count', () =>
    expect(clientOrigins(URIS)).toEqual(['https://spa.example', 'http://localhost:4000']))

  it.each([
    [true, 'its own', 'public', 'https://spa.example'],
    [true, 'its own in development', 'public', 'http://localhost:4000'],
    [false, 'another port', 'public', 'http://localhost:4001'],
    [false, 'another scheme', 'public', 'http://spa.example'],
    [false, 'a subdomain', 'public', 'https://evil.spa.example'],
    [false, 'one that begins alike', 'public', 'https://spa.example.evil.com'],
    [false, 'another case', 'public', 'https://SPA.example'],
    [false, 'a slash at the end', 'public', 'https://spa.example/'],
    [false, 'an opaque origin', 'public', 'null'],
    [false, 'every origin', 'public', '*'],
    [false, 'nothing', 'public', ''],
    [false, 'its own, of a confidential client: no secret belongs in a page', 'confidential', 'https://spa.example'],
  ] as const)('%s: %s', (expected, _, type, origin) =>
    expect(isOriginAllowed(origin, { type, redirectUris: URIS })).toBe(expected),
  )
})

it.each([
  ['any', false],
  ['client', true],
  ['credentials', true],
  ['none', false],
] as const)('answers of kind %s differ by origin: %s', (kind, expected) => expect(isForClients(kind)).toBe(expected))
