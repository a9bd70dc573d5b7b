import {
  browserForm,
  isRegisteredUri,
  REDIRECT_URI_MAX_LENGTH,
  redirectUriIssues,
  sharesOrigin,
} from '../../policies/redirect-uri.ts'
import { words } from '../support/words.ts'

type Row = readonly [issues: string, uri: string]
const long = (length: number): string =>
  `https://app.example.com/${'a'.repeat(length - 'https://app.example.com/'.length)}`

describe('an address to be registered (RFC 6749 s3.1.2, 9700 s2.1; D-C1)', () => {
  const IN_BOTH: readonly Row[] = [
    ['', 'https://app.example.com/callback'],
    ['', 'https://app.example.com'],
    ['', 'https://app.example.com:8443/callback'],
    ['', 'https://app.example.com?next=1'],
    ['', 'https://app.example.com/cb?tenant=a&b=c%20d'],
    ['', 'https://192.0.2.7/cb'],
    ['', 'https://[2001:db8::7]/cb'],
    ['', 'https://xn--exmple-cua.com/cb'],
    ['', 'https://localhost/cb'],
    ['', long(REDIRECT_URI_MAX_LENGTH)],
    ['missing', ''],
    ['too-long', long(REDIRECT_URI_MAX_LENGTH + 1)],
    ['wildcard', 'https://*.example.com/cb'],
    ['wildcard', 'https://app.example.com/*'],
    ['fragment', 'https://app.example.com/cb#state=y'],
    ['fragment', 'https://app.example.com/cb#'],
    ['user-info', 'https://alice@app.example.com/cb'],
    ['user-info', 'https://alice:pw@app.example.com/cb'],
    ['user-info', 'https://a@b@c/cb'],
    ['user-info', 'https://@app.example.com/cb'],
    ['user-info', 'https://app.example.com:443@evil.example/cb'],
    // Where parsers disagree about what the host is.
    ['characters', 'https://app.example.com/a b'],
    ['characters', 'https://app.example.com/\tcb'],
    ['characters', 'https://app.example.com/cb\n'],
    ['characters not-a-url', ' https://app.example.com/cb'],
    ['characters', 'https://app.example.com/é'],
    ['characters', 'https://app.example.com/\u202Ecb'],
    ['characters origin-form', 'https://exämple.com/cb'],
    ['characters origin-form', 'https://аpp.example.com/cb'],
    ['characters origin-form', 'https://app。example。com/cb'],
    ['characters origin-form', 'https://app.exam\tple.com/cb'],
    ['characters user-info', 'https://evil.example\\@app.example.com/cb'],
    ['characters origin-form', 'https://evil.example\\.app.example.com/cb'],
    ['characters not-a-url', 'https:\\\\app.example.com\\cb'],
    ['characters', 'https://app.example.com/{tenant}'],
    ['characters', 'https://app.example.com/<script>'],
    ['characters', 'https://app.example.com/"onload='],
    // One way to write an origin, or two clients could hold one address.
    ['origin-form', 'HTTPS://app.example.com/cb'],
    ['origin-form', 'https://App.Example.com/cb'],
    ['origin-form', 'https://app.example.com:443/cb'],
    ['origin-form', 'https://app.example.com:0443/cb'],
    ['origin-form', 'https://app.example.com:/cb'],
    ['origin-form', 'https://app.example.com./cb'],
    ['origin-form', 'https://app.ex%61mple.com/cb'],
    ['origin-form', 'https://3221225991/cb'],
    ['origin-form', 'https://[2001:db8:0:0:0:0:0:7]/cb'],
    // Browsers make `/cb` of all of these.
    ['dot-segment', 'https://app.example.com/./cb'],
    ['dot-segment', 'https://app.example.com/other/../cb'],
    ['dot-segment', 'https://app.example.com/cb/other/..'],
    ['dot-segment', 'https://app.example.com/%2e/cb?a=1'],
    ['dot-segment', 'https://app.example.com/other/.%2E/cb'],
    ['', 'https://app.example.com/.well-known/cb'],
    ['', 'https://app.example.com/.../cb..'],
    ['', 'https://app.example.com/cb?path=/../a'],
    ['not-a-url', 'app.example.com/cb'],
    ['not-a-url', '/cb'],
    ['not-a-url', '//app.example.com/cb'],
    ['not-a-url', 'https:/app.example.com/cb'],
    ['not-a-url', 'https:///app.example.com/cb'],
    ['not-a-url', 'https:app.example.com/cb'],
    ['not-a-url', 'https://'],
    ['not-a-url', 'https://app.example.com:99999/cb'],
    ['not-a-url', 'javascript:alert(1)'],
    ['not-a-url', 'JavaScript:alert(1)'],
    ['not-a-url', 'data:text/html,hello'],
    ['not-a-url', 'urn:ietf:wg:oauth:2.0:oob'],
    ['scheme', 'javascript://app.example.com/%0aalert(1)'],
    ['scheme', 'com.example.app://callback'],
    ['scheme', 'ftp://app.example.com/cb'],
    ['scheme', 'ws://localhost/cb'],
    ['response-parameter', 'https://app.example.com/cb?code=x'],
    ['response-parameter', 'https://app.example.com/cb?a=1&state=x'],
    ['response-parameter', 'https://app.example.com/cb?%63ode=x'],
    ['response-parameter', 'https://app.example.com/cb?error'],
    ['response-parameter', 'https://app.example.com/cb?error_description=x'],
    ['response-parameter', 'https://app.example.com/cb?iss=https://evil.example'],
    ['response-parameter', 'https://app.example.com/cb?request_id=1'],
    ['wildcard fragment user-info response-parameter', 'https://a@app.example.com/*?iss=x#y'],
  ]
  const HTTP: readonly (readonly [development: string, live: string, uri: string])[] = [
    ['', 'http-in-live', 'http://localhost:4000/callback'],
    ['', 'http-in-live', 'http://localhost'],
    ['', 'http-in-live', 'http://127.0.0.1:4000/callback'],
    ['', 'http-in-live', 'http://[::1]:4000/callback'],
    ['http-not-localhost', 'http-in-live', 'http://app.example.com/cb'],
    ['http-not-localhost', 'http-in-live', 'http://localhost.evil.com/cb'],
    ['http-not-localhost', 'http-in-live', 'http://127.0.0.1.evil.com/cb'],
    ['http-not-localhost', 'http-in-live', 'http://app.localhost/cb'],
    ['http-not-localhost', 'http-in-live', 'http://127.0.0.2/cb'],
    ['http-not-localhost', 'http-in-live', 'http://0.0.0.0/cb'],
    ['http-not-localhost', 'http-in-live', 'http://192.168.1.7/cb'],
    ['http-not-localhost', 'http-in-live', 'http://[::ffff:7f00:1]/cb'],
    ['user-info http-not-localhost', 'user-info http-in-live', 'http://localhost@evil.com/cb'],
    ['origin-form http-not-localhost', 'origin-form http-in-live', 'http://localhost./cb'],
    ['origin-form', 'origin-form http-in-live', 'http://127.0.0.1:80/cb'],
    ['origin-form', 'origin-form http-in-live', 'HTTP://LOCALHOST/cb'],
    ['origin-form', 'origin-form http-in-live', 'http://127.1/cb'],
    ['origin-form', 'origin-form http-in-live', 'http://2130706433/cb'],
    ['origin-form', 'origin-form http-in-live', 'http://0x7f000001/cb'],
    ['origin-form', 'origin-form http-in-live', 'http://[0:0:0:0:0:0:0:1]/cb'],
    ['origin-form', 'origin-form http-in-live', 'http://%6cocalhost/cb'],
  ]

  describe.each(['development', 'live'] as const)('%s', (environment) => {
    it.each(IN_BOTH)('%j: %j', (issues, uri) => expect(redirectUriIssues(uri, environment).join(' ')).toBe(issues))

    it.each(HTTP)('%j, live %j: %j', (development, live, uri) =>
      expect(redirectUriIssues(uri, environment).join(' ')).toBe(environment === 'live' ? live : development),
    )
  })
})

describe('an address that was sent (D-G4: compared as strings)', () => {
  const REGISTERED = ['https://app.example.com/callback', 'https://app.example.com/other?a=1&b=2']

  it.each(REGISTERED)('is registered: %j', (sent) => expect(isRegisteredUri(sent, REGISTERED)).toBe(true))

  it.each([
    ...words`
      https://app.example.com/Callback https://APP.example.com/callback https://app.example.com/callback/
      https://app.example.com:443/callback http://app.example.com/callback https://app.example.com/callback?a=1
      https://app.example.com/callback#f https://app.example.com/other?b=2&a=1 https://app.example.com/other?a=1
      https://app.example.com/x/../callback https://app.example.com/..;/callback https://app.example.com/%63allback
      https://appXexample.com/callback toString
    `,
    ' https://app.example.com/callback',
    '',
  ])('is not registered: %j', (sent) => expect(isRegisteredUri(sent, REGISTERED)).toBe(false))
})

describe('a post-logout address shares the origin of a redirect URI (D-C2)', () => {
  const REDIRECT_URIS = [
    'https://app.example.com/callback',
    'http://localhost:4000/cb',
    'com.example.app://cb',
    'no address',
  ]

  it.each(words`https://app.example.com/ https://app.example.com/bye?x=1 http://localhost:4000`)('shared: %j', (uri) =>
    expect(sharesOrigin(uri, REDIRECT_URIS)).toBe(true),
  )

  // Opaque origins, such as that of com.example.app, are equal to nothing, not even to one another.
  it.each([
    ...words`
      http://app.example.com/ https://app.example.com:8443/ https://example.com/ https://app.example.com.evil.com/
      http://localhost:4001/ com.example.app://cb /bye
    `,
    '',
  ])('not shared: %j', (uri) => expect(sharesOrigin(uri, REDIRECT_URIS)).toBe(false))
})

it.each([
  ['https://exämple.com', 'https://xn--exmple-cua.com'],
  ['https://App.example.com/', 'https://app.example.com/'],
  ['https://app.example.com/a|b', undefined],
  ['https://app.example.com./cb', undefined],
  ['app:ä', undefined],
  ['ä', undefined],
])('%s in the form of browsers: %s', (uri, form) => expect(browserForm(uri)).toBe(form))
