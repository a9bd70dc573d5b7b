import { decidePasskeyPlace, passkeyHost } from '../../policies/passkey-place.ts'

it.each<[string, string | undefined]>([
  ['https://sso.example.com/sso', 'sso.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', undefined],
  ['http://[::1]:3000', undefined],
])('the host that passkeys belong to: of %s: %s', (baseUrl, host) => expect(passkeyHost(baseUrl)).toBe(host))

it.each<[string, ReturnType<typeof decidePasskeyPlace>]>([
  ['https://example.com/portal', 'here'],
  ['https://account.example.com/', 'here'],
  ['https://badexample.com/', 'other-host'],
  ['https://example.com.evil.test/', 'other-host'],
  ['https://example.org/', 'other-host'],
])('a page: of %s is %s', (pageUrl, place) => expect(decidePasskeyPlace('example.com', pageUrl)).toBe(place))
