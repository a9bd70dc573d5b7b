/**
 * A request that nobody need be asked about is answered without the engine's prompts (policies/silent-authorization.ts). They must
 * come to the same: a node with a newer root secret, to which the browser's cookie is an old one, answers in their way.
 */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { person } from '../support/actors.ts'
import { EDITORS, LOCAL } from '../support/asked-clients.ts'
import type { Page } from '../support/browser.ts'
import { ALICE, ASKING, BOB, CONF, CONF2, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { claimsOf, type Overrides, type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { words } from '../support/words.ts'

const CLIENTS = [TRUSTED, CONF, CONF2, ASKING, LOCAL, EDITORS]
const SCOPE = 'openid email offline_access'
const OLDER_SECRET = ROOT_SECRET
const NEWER_SECRET = 'the secret that is used from now on 0123456789'

const redis = await startRedis()
let directly: Idp
let byPrompts: Idp
let count = 0

async function startBoth(): Promise<void> {
  const store = { redis: redis.url, keyPrefix: `silent-${(count += 1)}:` }
  const options = { clients: CLIENTS }
  directly = await startIdp({ store, options: { ...options, secret: [OLDER_SECRET] } })
  byPrompts = await startIdp({
    store,
    issuer: directly.issuer,
    options: { ...options, secret: [NEWER_SECRET, OLDER_SECRET] },
  })
}

/** Cookies of somebody who is signed in, and has allowed one client some scopes. */
async function signedIn(credentials?: typeof BOB): Promise<string> {
  const who = person(directly, credentials)
  await who.authorize(relyingParty(directly, CONF), { scope: SCOPE })
  await who.authorize(relyingParty(directly, LOCAL), { scope: 'openid' })
  return who.browser.cookies.header('/') ?? ''
}

/** What became of a request: what the client was told, what its tokens say, or that the user is asked. */
async function outcome(node: Node, client: RelyingParty, cookie: string, sent: Overrides): Promise<unknown> {
  const request = client.request(sent)
  const answer = await node.send(request.address, { headers: { cookie, accept: 'text/html' } })
  const to = new URL(answer.headers.location ?? 'none:', node.issuer)
  const said = Object.fromEntries(to.searchParams)
  const { code, error, error_ref, error_description, state, iss } = said
  const place = {
    status: answer.status,
    to: to.origin === new URL(node.issuer).origin ? 'a page' : to.origin + to.pathname,
  }
  if (code === undefined)
    return {
      ...place,
      error,
      error_ref,
      error_description,
      iss,
      state: state === undefined ? undefined : state === request.state,
    }
  const tokens = (await client.exchange({ ...request, code, callback: to.searchParams }, {}, { node })).json() as {
    id_token: string
    scope: string
    refresh_token?: string
  }
  const { iat: _iat, exp: _exp, nonce, at_hash: _hash, jti: _jti, ...claims } = claimsOf(tokens.id_token)
  return {
    ...place,
    iss,
    state: state === request.state,
    nonce: nonce === request.nonce,
    fields: Object.keys(said).sort(),
    scope: tokens.scope,
    refresh: tokens.refresh_token !== undefined,
    claims,
  }
}

/** Both ways, one after the other; gives what they agree on. */
async function agreed(client: ClientInput, cookie: string, sent: Overrides = {}): Promise<unknown> {
  const [short, long] = [
    await outcome(directly, relyingParty(directly, client), cookie, sent),
    await outcome(byPrompts, relyingParty(byPrompts, client), cookie, sent),
  ]
  expect(short).toEqual(long)
  return short
}

const PROMPTS = words`none login consent select_account`.map((prompt) => ({ prompt }))
const FURTHER: readonly Overrides[] = [
  {},
  { scope: SCOPE },
  { scope: 'openid profile email' },
  { max_age: '0' },
  { max_age: '100000' },
  { max_age: '' },
  { acr_values: ACR_PASSWORD },
  { acr_values: ACR_TWO_FACTORS },
  { acr_values: '' },
  { login_hint: 'bob' },
  { ui_locales: 'de' },
  { display: 'popup' },
]
const REQUESTS: readonly Overrides[] = [
  ...PROMPTS,
  ...[{}, { prompt: 'none' }].flatMap((prompt) => FURTHER.map((one) => ({ ...prompt, ...one }))),
]

describe('both ways come to the same', () => {
  beforeAll(startBoth)

  it.each(CLIENTS.map((client) => [client.client_id, client] as const))(
    'at %s, whatever is asked',
    async (_, client) => {
      const cookie = await signedIn()
      let codes = 0
      for (const sent of REQUESTS) {
        const said = await agreed(client, cookie, sent)
        if (said instanceof Object && 'claims' in said) codes += 1
      }
      // Neither way refuses everything, and neither gives everything.
      if (client === ASKING || client === CONF2) expect(codes).toBe(0)
      else expect(codes).toBeGreaterThan(5)
      expect(codes).toBeLessThan(REQUESTS.length)
    },
  )

  it('for a user whom the app is not for', async () => {
    const cookie = await signedIn(BOB)
    expect(await agreed(EDITORS, cookie, { prompt: 'none' })).toMatchObject({ error_ref: 'access_rule' })
    expect(await agreed(EDITORS, cookie)).toMatchObject({ to: 'a page' })
  })

  it('with a hint of whom the client means', async () => {
    const party = relyingParty(directly, TRUSTED)
    const hints = {
      alice: (await person(directly).signIn(party)).id_token,
      bob: (await person(directly, BOB).signIn(party)).id_token,
    }
    const cookie = await signedIn()
    for (const prompt of [{}, { prompt: 'none' }]) {
      expect(await agreed(TRUSTED, cookie, { ...prompt, id_token_hint: hints.alice })).toHaveProperty('claims')
      expect(await agreed(TRUSTED, cookie, { ...prompt, id_token_hint: hints.bob })).not.toHaveProperty('claims')
    }
  })
})

describe('both ways come to the same when the session has ended', () => {
  beforeEach(startBoth)

  it.each<[string, () => unknown]>([
    ['was signed out everywhere', () => directly.portico.sessions.endAll('u-alice')],
    [
      'was suspended',
      () => directly.portico.accounts?.change('u-alice', (account) => ({ ...account, status: 'suspended' })),
    ],
    [
      'was away for longer than the session lasts',
      () => {
        for (const { clock } of [directly, byPrompts]) clock.forward(13 * 3_600)
      },
    ],
  ])('after the user %s', async (_, change) => {
    const cookie = await signedIn()
    expect(await agreed(TRUSTED, cookie, { prompt: 'none' })).toHaveProperty('claims')
    await change()
    expect(await agreed(TRUSTED, cookie)).toMatchObject({ to: 'a page' })
    expect(await agreed(TRUSTED, cookie, { prompt: 'none' })).toMatchObject({ error: 'login_required' })
  })
})

describe('the direct way', () => {
  beforeAll(startBoth)

  const ask = async (cookie: string, sent: Overrides = {}): Promise<Answer> => {
    const { address } = relyingParty(directly, TRUSTED).request({ prompt: 'none', ...sent })
    const answer = await directly.send(address, { headers: { cookie } })
    expect(answer.headers.location).toContain('code=')
    return answer
  }

  it('leaves the browser its cookies, and gives those that have an end for longer when the record of the session is written again', async () => {
    for (const remember of [{}, { remember: 'on' }]) {
      const alice = person(directly)
      const { request: _request, ...signIn } = await alice.open(relyingParty(directly, TRUSTED))
      const { username, password } = ALICE
      await alice.browser.submit(signIn as Page, { username, password, ...remember })
      const cookie = alice.browser.cookies.header('/') ?? ''
      expect((await ask(cookie)).setCookies).toEqual([])
      directly.clock.forward(120)
      const given = (await ask(cookie)).setCookies.map((line) => line.split('; '))
      const attributes = ['Path=/', `Max-Age=${12 * 3_600}`, 'HttpOnly', 'SameSite=Lax']
      expect(given.map(([, ...said]) => said)).toEqual('remember' in remember ? [attributes, attributes] : [])
      for (const [pair] of given) expect(cookie).toContain(pair)
      expect((await ask(cookie)).setCookies).toEqual([])
    }
  })

  it('adds the client to the session, with all that it was ever given', async () => {
    const cookie = await signedIn()
    const scopes = async () => {
      const [newest] = await directly.portico.sessions.list('u-alice')
      return newest?.clients.find(({ clientId }) => clientId === 'trusted')?.scopes
    }
    expect(await scopes()).toBeUndefined()
    await ask(cookie, { scope: 'openid' })
    expect(await scopes()).toEqual(['openid'])
    await ask(cookie, { scope: 'openid email' })
    await ask(cookie, { scope: 'openid profile' })
    expect(await scopes()).toEqual(['openid', 'email', 'profile'])
  })
})
