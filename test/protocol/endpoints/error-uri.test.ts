/** From a refusal to its cure: `error_uri` and `Link`, and the received request, for holders of its id. */
import { NAVIGATION } from '../../support/browser.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { failingCalls } from '../../support/failing-calls.ts'
import { CONF, CONF2 } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { type Idp, runningIdp, startIdp } from '../../support/idp.ts'
import { registerTrusted } from '../../support/registered-client.ts'
import { until } from '../../support/until.ts'

const DAY_SECONDS = 86_400

interface Explained {
  readonly received?: Readonly<Record<string, unknown>>
  readonly cures?: readonly { readonly library: string; readonly cure: string }[]
}

const uriOf = (answer: Answer): string =>
  answer.headers.location === undefined
    ? (/^<([^>]+)>; rel="help"$/.exec(String(answer.headers.link))?.[1] ?? '')
    : (new URL(answer.headers.location).searchParams.get('error_uri') ?? '')

/** Below the issuer. */
const pathOf = (idp: Idp, answer: Answer): string => {
  const uri = uriOf(answer)
  expect(uri.slice(0, idp.issuer.length)).toBe(idp.issuer)
  return uri.slice(idp.issuer.length)
}

/** The received request is stored after the response. */
async function explained(idp: Idp, path: string): Promise<Explained> {
  const read = async (): Promise<Explained> => (await idp.send(path)).json() as Explained
  await until(async () => (await read()).received !== undefined)
  return read()
}

onEachDeployment((idp) => {
  const conf = idp.party(CONF)

  const SECRET = 'a-secret-of-the-request'

  it('a redirect with an error leads to its cure, and to what was received', async () => {
    const { address } = conf.request({ nonce: undefined, state: SECRET, login_hint: SECRET, scope: 'openid' })
    const path = pathOf(idp, await idp.send(`${address}&${SECRET}=1&display=popup`))
    expect(path).toMatch(/^\/errors\/nonce_missing\?request=[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
    const { received, cures } = await explained(idp, path)
    expect(received).toEqual({
      at: expect.any(String),
      error_refs: ['nonce_missing'],
      client_id: CONF.client_id,
      redirect_uri: conf.redirectUri,
      scope: 'openid',
      parameters: expect.arrayContaining(['client_id', 'state', 'login_hint', 'display']),
      other_parameters: 1,
    })
    expect(cures?.map(({ library }) => library)).toEqual(expect.arrayContaining(['openid-client 6', 'oidc-client-ts']))
    const page = await idp.send(path, { headers: NAVIGATION })
    expect(page.text).toContain('What we received')
    expect(page.text.replaceAll('<wbr/>', '')).toContain(conf.redirectUri)
    expect(page.text + JSON.stringify(received)).not.toContain(SECRET)
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it('an app in development has it in the description, too, because many libraries show only that', async () => {
    const redirectUri = 'http://localhost:3000/callback'
    await registerTrusted(idp, 'in-development', { redirectUris: [redirectUri], scopes: ['openid'] })
    const ofApp = { client_id: 'in-development', redirect_uri: redirectUri }
    const { address } = conf.request({ ...ofApp, nonce: undefined, scope: 'openid' })
    const answer = await idp.send(address)
    const description = new URL(String(answer.headers.location)).searchParams.get('error_description')
    expect(description).toBe(`nonce is missing; see ${uriOf(answer)}`)
    const live = await idp.send(conf.request({ nonce: undefined }).address)
    expect(new URL(String(live.headers.location)).searchParams.get('error_description')).toBe('nonce is missing')
  })

  it('a JSON error has it next to its body, in the challenge too, and shows no credentials and no code', async () => {
    const answer = await conf.post(
      '/token',
      { grant_type: 'authorization_code', code: SECRET, client_id: CONF.client_id, client_secret: SECRET },
      { method: 'none' },
    )
    expect(answer.status).toBe(401)
    const { received } = await explained(idp, pathOf(idp, answer))
    expect(received).toMatchObject({
      client_id: CONF.client_id,
      parameters: ['client_id', 'grant_type', 'code', 'client_secret'],
    })
    expect(JSON.stringify(received)).not.toContain(SECRET)
    const refused = await conf.post('/token', {}, { message: { headers: { authorization: 'Basic Og==' } } })
    expect(refused.headers['www-authenticate']).toContain(`error_uri="${uriOf(refused)}"`)
  })

  it('of a page’s URL, sent by mistake, no value is kept; nor of a secret instead of the id', async () => {
    const page = `https://app.example.com/page?code=${SECRET}&email=alice%40example.com#access_token=${SECRET}`
    const { address } = conf.request({ redirect_uri: page, scope: `openid alice@example.com ${SECRET.repeat(3)}` })
    const direct = await idp.send(address)
    const { received } = await explained(idp, pathOf(idp, direct))
    expect(received).toMatchObject({ redirect_uri: 'https://app.example.com/page?code&email', scope: 'openid … …' })
    const swapped = await conf.post(
      '/token',
      {
        grant_type: 'refresh_token',
        refresh_token: 'x',
        client_id: 'sso_live_0123456789',
        client_secret: CONF.client_id,
      },
      { method: 'none' },
    )
    const other = await explained(idp, pathOf(idp, swapped))
    expect(JSON.stringify([received, other.received])).not.toMatch(/alice|a-secret-of|sso_live/)
  })

  it('of very many parameters a few names are kept', async () => {
    const { address } = conf.request({ nonce: undefined })
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const many = letters.flatMap((first) => letters.slice(0, 10).map((second) => `&x${first}${second}=1`)).join('')
    const { received } = await explained(idp, pathOf(idp, await idp.send(address + many)))
    const { parameters, other_parameters } = received as { parameters: string[]; other_parameters: number }
    expect([parameters.length, parameters.length + other_parameters]).toEqual([20, 267])
  })

  it('each cause of one request has a separate page', async () => {
    const { address } = conf.request({ nonce: undefined, state: undefined, code_challenge: undefined })
    const path = pathOf(idp, await idp.send(address))
    const { received } = await explained(idp, path)
    expect(received?.error_refs).toEqual(['state_missing', 'nonce_missing', 'pkce_required'])
    const at = (ref: string): string => path.replace('state_missing', ref)
    expect(((await idp.send(at('pkce_required'))).json() as Explained).received).toEqual(received)
    expect((await idp.send(path, { headers: NAVIGATION })).text).toContain(`${idp.issuer}/errors/pkce_required"`)
    expect(((await idp.send(at('code_used'))).json() as Explained).received).toBeUndefined()
  })

  it('an unknown id is answered like none, and neither is kept by a cache', async () => {
    const plain = await idp.send('/errors/nonce_missing')
    for (const id of ['0000-0000-0000', '', 'x', '%00', 'k7m2', "'"]) {
      const other = await idp.send(`/errors/nonce_missing?request=${id}`)
      expect([other.status, other.text, other.headers['cache-control']]).toEqual([200, plain.text, 'no-store'])
    }
    expect(plain.headers['cache-control']).toMatch(/^public/)
  })

  it('nothing is received of what comes later than the request', async () => {
    const alice = idp.user()
    const stop = await alice.open(conf, { prompt: 'consent' })
    const gone = await alice.browser.submit(stop as never, { action: 'cancel' })
    expect(new URL((gone as { readonly url: string }).url).searchParams.get('error_uri')).toBe(
      `${idp.issuer}/errors/user_denied`,
    )
  })

  it('lists libraries with the version that was tried or read, and last what any other library needs', async () => {
    const { text } = await idp.send('/errors/nonce_missing', { headers: NAVIGATION })
    const [terms, notes] = [/<dt>([^<]+)/g, /\((Tried|Not tried)[^)]+ version [\w.-]+\)/g].map((part) =>
      [...text.matchAll(part)].map(([, found]) => found),
    )
    expect(terms?.slice(-2)).toEqual(['zitadel/oidc for Go', 'Any other library'])
    expect(notes).toHaveLength((terms?.length ?? 0) - 1)
    expect(new Set(notes)).toEqual(new Set(['Tried', 'Not tried']))
    expect(text).toContain('Add <code dir="ltr">nonce</code> to the authorization request')
    const arabic = (await idp.send('/errors/nonce_missing?ui_locales=ar', { headers: NAVIGATION })).text
    expect(arabic).toContain('أي مكتبة أخرى')
  })

  it('after an error that the callback ignored, what a callback without a code means', async () => {
    const { text } = await idp.send('/errors/parameter_missing', { headers: NAVIGATION })
    expect(text).toContain(`href="${idp.issuer}/errors/callback_without_code"`)
    const page = await idp.send('/errors/callback_without_code', { headers: NAVIGATION })
    expect(page.text).toContain('Check for error before code')
    expect(page.text).toContain('simple-oauth2')
  })

  it.each(['es256', 'audience', 'callback_without_code'])(
    '%s, which no request shows, has a page too',
    async (topic) => {
      expect((await idp.send(`/errors/${topic}`)).json()).toMatchObject({ topic, cures: expect.any(Array) })
      const page = await idp.send(`/errors/${topic}`, { headers: NAVIGATION })
      expect([page.status, page.headers['cache-control']]).toEqual([200, expect.stringMatching(/^public/)])
      expect((await idp.send('/errors/', { headers: NAVIGATION })).text).toContain(`${idp.issuer}/errors/${topic}"`)
    },
  )
})

describe('what was received', () => {
  it('has an id of the service, where a proxy gave the request another', async () => {
    const idp = await runningIdp({ trustProxy: 1 })
    const party = idp.party(CONF2)
    const id = 'id-of-the-proxy'
    const answer = await idp.send(party.request({ nonce: undefined }).address, { headers: { 'x-request-id': id } })
    expect(answer.headers['x-request-id']).toBe(id)
    const path = pathOf(idp, answer)
    expect(path).not.toContain(id)
    await explained(idp, path)
    expect(((await idp.send(`/errors/nonce_missing?request=${id}`)).json() as Explained).received).toBeUndefined()
  })

  it('is left out where the store cannot be asked; the cause is explained all the same', async () => {
    const { storage, failAll } = failingCalls()
    const idp = await runningIdp({ storage })
    failAll()
    const answer = await idp.send('/errors/nonce_missing?request=0000-0000-0000')
    expect([answer.status, (answer.json() as Explained).received]).toEqual([200, undefined])
  })

  it('is forgotten after 24 hours', async () => {
    const idp = await startIdp()
    const path = pathOf(idp, await idp.send(idp.party(CONF).request({ nonce: undefined }).address))
    await explained(idp, path)
    idp.clock.forward(DAY_SECONDS)
    expect(((await idp.send(path)).json() as Explained).received).toBeUndefined()
  })
})
