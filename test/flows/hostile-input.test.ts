/** For any input, the service responds in its closed vocabulary, and the log keeps no secret (D-G2, D-G5, D-G6). */
import { createHash } from 'node:crypto'
import type { Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectNoInsight } from '../support/expect.ts'
import { ALICE, BOB, CLIENTS, CONF, PUB, ROOT_SECRET } from '../support/fixtures.ts'
import { type Answer, encodeFields, inParallel, type Message } from '../support/http.ts'
import { sharedIdp } from '../support/idp.ts'
import { basic, type TokenSet } from '../support/relying-party.ts'
import { words } from '../support/words.ts'

const CODES = words`
  invalid_request unsupported_response_type invalid_scope login_required consent_required interaction_required
  access_denied request_not_supported request_uri_not_supported unsupported_grant_type unauthorized_client
  invalid_client invalid_grant invalid_token insufficient_scope not_found
`
const PATHS = words`
  /authorize /oauth2/authorize /token /oauth2/token /userinfo /revocation /introspect /connect/logout
  /connect/logout/frontchannel /connect/register-session /interaction/x /authorize/x /errors/x
  /.well-known/openid-configuration /jwks
`
const NAMES = [
  ...words`
    client_id client_secret redirect_uri response_type scope state nonce code_challenge code_challenge_method prompt
    max_age acr_values login_hint id_token_hint ui_locales claims grant_type code code_verifier refresh_token token
    token_type_hint access_token post_logout_redirect_uri username password csrf action __proto__ constructor
    toString hasOwnProperty [] a[b] client_id[]
  `,
  '',
  '\0',
  '\u202E',
]
const VALUES = [
  ...words`
    x null undefined NaN -1 1e999 __proto__ [] ../../etc/passwd %00 % <script>alert(1)</script> " openid code conf
    pub https://conf.example/callback S256 authorization_code refresh_token none eyJhbGciOiJub25lIn0.e30. a.b.c * ;
    | SELECT
  `,
  '',
  ' ',
  '\0',
  '{"$ne":""}',
  '\r\nSet-Cookie: evil=1',
  '\\',
  '\u0430',
  '\uD800',
  '\u{1F4A3}',
  'x'.repeat(3_000),
  '\u00E9'.repeat(500),
  '$(x)',
  '${x}',
  "'; DROP TABLE users; --",
]

/** The same arbitrary choices at every run. */
function chooser(seed: string): (count: number) => number {
  let index = 0
  return (count) =>
    createHash('sha256')
      .update(`${seed} ${(index += 1)}`)
      .digest()
      .readUInt32BE() % count
}

function expectTame(answer: Answer): void {
  expect(answer.text.slice(0, 200)).not.toContain('server_error')
  expect(answer.status).toBeLessThan(500)
  expect(answer.setCookies.join()).not.toContain('evil=1')
  expectNoInsight(answer)
  if (answer.sent.method !== 'HEAD' && answer.status >= 400 && answer.headers['content-type']?.includes('json'))
    expect(CODES).toContain(answer.json().error)
}

forEachDeployment((start, { name }) => {
  const idp = sharedIdp(start)
  const sane = (): void => expect(idp.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  afterEach(sane)

  it('TOK-33: arbitrary parameters with arbitrary values, anywhere', async () => {
    const choose = chooser(name)
    const pick = (list: readonly string[]): string => list[choose(list.length)] as string
    const requests = Array.from({ length: 800 }, (): [string, Message] => {
      const fields = Array.from({ length: choose(12) }, (): [string, string] => [pick(NAMES), pick(VALUES)])
      const path = pick(PATHS)
      const authorization = [
        undefined,
        undefined,
        basic('conf', CONF.client_secret),
        basic(pick(VALUES), pick(VALUES)),
        `Bearer ${encodeFields([['', pick(VALUES)]]).slice(1)}`,
        'Basic',
        'x',
      ][choose(7)]
      const headers = authorization === undefined ? {} : { authorization }
      return choose(2) === 0
        ? [path, { body: fields, headers }]
        : [
            `${path}?${encodeFields(fields)}`,
            { method: pick(['GET', 'GET', 'POST', 'PUT', 'HEAD', 'OPTIONS']), headers },
          ]
    })
    for (const answer of await inParallel(requests.length, 8, (index) =>
      idp.send(...(requests[index] as [string, Message])),
    ))
      expectTame(answer)
  })

  it('a good request with one arbitrary value in it', async () => {
    const choose = chooser(`${name} one`)
    const conf = idp.party(CONF)
    const requests = Array.from({ length: 300 }, () => {
      const value = VALUES[choose(VALUES.length)] as string
      const which = NAMES[choose(15)] as string
      return conf.request({ [which]: value }).address
    })
    for (const answer of await inParallel(requests.length, 8, (index) => idp.send(requests[index] as string)))
      expectTame(answer)
  })

  it('arbitrary bytes as a body, a cookie, an address', async () => {
    const choose = chooser(`${name} bytes`)
    const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => choose(256)))
    const authorization = basic('conf', CONF.client_secret)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
    for (let round = 0; round < 60; round += 1) {
      expectTame(await idp.send('/token', { body: bytes(choose(400)), headers }))
      expectTame(await idp.send('/introspect', { body: bytes(choose(400)), headers }))
      const text = bytes(60)
        .toString('latin1')
        .replaceAll(/[^\x21-\x7E]/g, '')
      expectTame(await idp.send('/authorize', { headers: { cookie: `sso_session=${text}; sso_interaction=${text}` } }))
      expectTame(await idp.send(`/authorize?${text}`))
      expectTame(await idp.send(`/interaction/${encodeURIComponent(text)}`))
    }
  })
})

forEachDeployment((start) => {
  it('TOK-41: the log of a whole day has every event, and no secret, code, token or password', async () => {
    const idp = await start()
    const [conf, pub] = [idp.party(CONF), idp.party(PUB)]
    const alice = idp.user()
    const secrets: string[] = [
      ROOT_SECRET,
      ALICE.password,
      BOB.password,
      ...CLIENTS.flatMap(({ client_secret }) => client_secret ?? []),
      'wrong-password-typed',
      'wrong-secret-sent',
    ]
    for (const client of [conf, pub]) {
      const grant = await alice.authorize(client, { scope: 'openid email offline_access', login_hint: ALICE.email })
      const tokens = (await client.exchange(grant)).json() as TokenSet
      const next = (await client.refresh(tokens.refresh_token)).json() as TokenSet
      await client.userinfo(next.access_token)
      await client.introspect(next.access_token)
      await client.refresh(tokens.refresh_token)
      await client.exchange(grant)
      await client.revoke(next.access_token)
      await client.exchange(grant, { code_verifier: 'x'.repeat(43) })
      await idp.send(`/userinfo?access_token=${next.access_token}`)
      secrets.push(grant.code, grant.verifier, tokens.access_token, tokens.id_token, tokens.refresh_token)
      secrets.push(next.access_token, next.refresh_token)
    }
    await conf.exchange(await alice.authorize(conf), { client_secret: 'wrong-secret-sent' }, { method: 'none' })
    const stranger = idp.user()
    const { request: _request, ...stop } = await stranger.open(conf)
    await stranger.browser.submit(stop as Page, { username: 'alice', password: 'wrong-password-typed' })
    await stranger.browser.submit(stop as Page, { username: ALICE.password, password: 'alice' })
    secrets.push(
      alice.browser.cookies.value('sso_session') ?? '',
      stranger.browser.cookies.value('sso_interaction') ?? '',
    )

    const log = idp.log.text()
    expect(idp.log.lines.length).toBeGreaterThan(30)
    const number = expect.any(Number)
    for (const line of idp.log.lines.filter(({ fields }) => 'route' in fields))
      expect(line.fields).toMatchObject({ request_id: expect.any(String), status: number, ms: number })
    const isLogged = (secret: string): boolean => log.includes(secret) || log.includes(encodeURIComponent(secret))
    expect(secrets.filter((secret) => secret !== '' && isLogged(secret))).toEqual([])
    expect(log).toContain('refresh_token_replayed')
    expect(log).toContain('"client_id":"conf"')
  })
})
