/** Which pages of which origins may read an answer (D-G11). */
import { onEachDeployment } from '../../support/deployments.ts'
import { CONF, PUB } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { basic } from '../../support/relying-party.ts'
import { words } from '../../support/words.ts'

const SPA = 'https://spa.example'
const STRANGERS = words`
  https://evil.example http://spa.example https://spa.example:8443 https://SPA.example
  https://spa.example.evil.example null https://conf.example
`
const BROWSER_PATHS = words`
  /token /oauth2/token /userinfo /revocation /oauth/revoke /connect/logout /connect/register-session
`
/** Where no cookie counts, and none is set. */
const WITH_CREDENTIALS = new Set(['/token', '/oauth2/token', '/userinfo'])

onEachDeployment((idp) => {
  const pub = idp.party(PUB)
  const conf = idp.party(CONF)
  const alice = idp.user()

  const preflight = (path: string, origin: string): Promise<Answer> =>
    idp.send(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })

  function expectOpen({ headers }: Answer, origin: string, credentials?: 'true'): void {
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-allow-credentials']).toBe(credentials)
    expect(headers.vary).toMatch(/\bOrigin\b/i)
  }

  function expectClosed({ headers }: Answer): void {
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }

  it.each(BROWSER_PATHS)(
    "TOK-34, UI-13: a preflight to %s is allowed to a public client's origin alone",
    async (path) => {
      const allowed = await preflight(path, SPA)
      expectOpen(allowed, SPA, WITH_CREDENTIALS.has(path) ? 'true' : undefined)
      expect(allowed.status).toBe(204)
      expect(allowed.headers['access-control-allow-headers']).toBe('authorization, content-type')
      expect(allowed.headers['access-control-allow-methods']).toContain('POST')
      for (const origin of STRANGERS) expectClosed(await preflight(path, origin))
    },
  )

  it('TOK-34: the answer of the token endpoint may be read by pages of the client, be it an error or not', async () => {
    const grant = await alice.authorize(pub)
    const from = (origin: string) => ({ message: { headers: { origin } } })
    for (const origin of STRANGERS) expectClosed(await pub.exchange(grant, { code_verifier: 'wrong' }, from(origin)))
    const refused = await pub.exchange(grant, { code_verifier: 'wrong' }, from(SPA))
    expect(refused.status).toBe(400)
    expectOpen(refused, SPA, 'true')
    expect(refused.headers['access-control-expose-headers']).toContain('X-Request-Id')
    const granted = await pub.exchange(grant, {}, from(SPA))
    expect(granted.status).toBe(200)
    expectOpen(granted, SPA, 'true')
  })

  it('TOK-34: a confidential client is for no page, whatever the origin', async () => {
    const grant = await alice.authorize(conf)
    for (const origin of ['https://conf.example', SPA, 'null', 'https://evil.example'])
      expectClosed(await conf.exchange(grant, {}, { message: { headers: { origin } } }))
  })

  it('UI-13: userinfo may be read by pages of the client that holds the token', async () => {
    const { access_token } = await alice.signIn(pub)
    const ask = (origin: string, token = access_token): Promise<Answer> =>
      idp.send('/userinfo', { headers: { origin, authorization: `Bearer ${token}` } })
    const open = await ask(SPA)
    expect(open.status).toBe(200)
    expectOpen(open, SPA, 'true')
    for (const origin of STRANGERS) expectClosed(await ask(origin))
    const others = await alice.signIn(conf)
    for (const origin of [SPA, 'https://conf.example']) expectClosed(await ask(origin, others.access_token))
  })

  it('D-G11: a page may read why its token was refused', async () => {
    const refused = await idp.send('/userinfo', { headers: { origin: SPA, authorization: 'Bearer garbage' } })
    expect(refused.status).toBe(401)
    expectOpen(refused, SPA, 'true')
    expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate')
    expectClosed(
      await idp.send('/userinfo', { headers: { origin: 'https://evil.example', authorization: 'Bearer garbage' } }),
    )
  })

  it('D-G11: revocation may be called from a page of the client', async () => {
    const { access_token } = await alice.signIn(pub)
    expectOpen(await pub.revoke(access_token, {}, { message: { headers: { origin: SPA } } }), SPA)
    expectClosed(await pub.revoke(access_token, {}, { message: { headers: { origin: 'https://evil.example' } } }))
  })

  it('D-G11: introspection is for no page at all', async () => {
    for (const origin of [SPA, 'https://conf.example', 'null']) {
      expectClosed(await preflight('/introspect', origin))
      expectClosed(
        await idp.send('/introspect', {
          body: { token: 'x' },
          headers: { origin, authorization: basic('conf', CONF.client_secret) },
        }),
      )
    }
  })

  it('D-G11: the pages of the service have no CORS headers', async () => {
    for (const path of ['/authorize', '/interaction/x']) {
      expectClosed(await preflight(path, SPA))
      expectClosed(await idp.send(path, { headers: { origin: SPA } }))
    }
  })
})
