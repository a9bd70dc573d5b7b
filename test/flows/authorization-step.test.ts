/**
 * Each row of policies/authorization-step.ts, by the direct path and by the engine's prompts. A node with a newer root
 * secret, for which the browser's cookie is an old one, takes the path of the prompts.
 */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { ROWS } from '../../policies/authorization-step.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../policies/recent-sign-in.ts'
import type { Credentials } from '../support/actors.ts'
import { EDITORS, LOCAL, STRICT } from '../support/asked-clients.ts'
import { type Page, titleOf } from '../support/browser.ts'
import { ALICE, ASKING, BOB, CONF, CONF2, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { claimsOf, type Overrides, type RelyingParty } from '../support/relying-party.ts'
import { words } from '../support/words.ts'
import { visitor } from './portal-visitor.ts'
import { enrolApp, newPerson } from './second-factor-visitor.ts'

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
  const options = { clients: [...CLIENTS, STRICT] }
  directly = await startIdp({ store, options: { ...options, secret: [OLDER_SECRET] } })
  byPrompts = await startIdp({
    store,
    issuer: directly.issuer,
    options: { ...options, secret: [NEWER_SECRET, OLDER_SECRET] },
  })
}

/** Cookies of a user who is signed in, and has allowed one client some scopes. */
async function signedIn(credentials?: Credentials): Promise<string> {
  const who = directly.user(credentials)
  await who.authorize(directly.party(CONF), { scope: SCOPE })
  await who.authorize(directly.party(LOCAL), { scope: 'openid' })
  return who.browser.cookies.header('/') ?? ''
}

/** The result of a request: the parameters at the client and the claims of its tokens, or the title of a page. */
async function outcome(node: Node, client: RelyingParty, cookie: string, sent: Overrides): Promise<unknown> {
  const request = client.request(sent)
  const answer = await node.send(request.address, { headers: { cookie, accept: 'text/html' } })
  const to = new URL(answer.headers.location ?? 'none:', node.issuer)
  const said = Object.fromEntries(to.searchParams)
  const { code, error, error_ref, error_description, state, iss } = said
  const isHere = to.origin === new URL(node.issuer).origin
  const place = { status: answer.status, to: isHere ? await pageOf(node, answer, cookie) : to.origin + to.pathname }
  if (code === undefined)
    return {
      ...place,
      error,
      error_ref,
      error_description: error_description?.replace(/(?<=request=).*/, 'ID'),
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

async function pageOf(node: Node, { headers: { location = '' }, setCookies }: Answer, cookie: string): Promise<string> {
  const cookies = [cookie, ...setCookies.map((line) => line.split(';')[0])].filter((pair) => pair !== '').join('; ')
  const page = await node.send(location, { headers: { cookie: cookies, accept: 'text/html' } })
  return titleOf(page.text)
}

/** Returns the result that both paths share. An invalid cookie forces the engine's path without a session. */
async function agreed(client: ClientInput, cookie: string, sent: Overrides = {}): Promise<unknown> {
  const [short, long] = [
    await outcome(directly, directly.party(client), cookie, sent),
    await outcome(byPrompts, byPrompts.party(client), cookie || 'sso_session=not-signed', sent),
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
    expect(await agreed(EDITORS, cookie)).toMatchObject({ to: 'You don’t have access to editors · Portico' })
  })

  it('with a hint of whom the client means', async () => {
    const party = directly.party(TRUSTED)
    const hints = {
      alice: (await directly.user().signIn(party)).id_token,
      bob: (await directly.user(BOB).signIn(party)).id_token,
    }
    const cookie = await signedIn()
    for (const prompt of [{}, { prompt: 'none' }]) {
      expect(await agreed(TRUSTED, cookie, { ...prompt, id_token_hint: hints.alice })).toHaveProperty('claims')
      expect(await agreed(TRUSTED, cookie, { ...prompt, id_token_hint: hints.bob })).not.toHaveProperty('claims')
    }
  })
})

describe('each row of the rule is reached by both ways', () => {
  beforeAll(startBoth)

  type Reached = readonly [client: ClientInput, cookie: string, sent?: Overrides]
  const suspended = async (): Promise<Reached> => {
    const who = await newPerson(directly)
    const cookie = await signedIn(who)
    await directly.portico.accounts?.change(who.sub, (account) => ({ ...account, status: 'suspended' }))
    return [TRUSTED, cookie]
  }
  const withFactor = async (): Promise<Reached> => {
    const who = await newPerson(directly)
    const cookie = await signedIn(who)
    // The node with the newest secret keeps new secrets.
    await enrolApp(byPrompts, visitor(byPrompts, who))
    return [TRUSTED, cookie, { acr_values: ACR_TWO_FACTORS }]
  }
  const signedInBefore = async (): Promise<Reached> => {
    const cookie = await signedIn()
    for (const { clock } of [directly, byPrompts]) clock.forward(RECENT_SIGN_IN_SECONDS + 1)
    return [STRICT, cookie]
  }
  const hintsAtBob = async (): Promise<Reached> => {
    const hint = (await directly.user(BOB).signIn(directly.party(TRUSTED))).id_token
    return [TRUSTED, await signedIn(), { id_token_hint: hint }]
  }
  const REACHED: readonly (readonly [clause: RegExp, page: string, reach: () => Promise<Reached>])[] = [
    [/s3\.1\.2\.3/, 'Sign in to trusted', async () => [TRUSTED, '']],
    [/D-T12/, 'Sign in to trusted', suspended],
    [/prompt=login/, 'Confirm it’s you', async () => [TRUSTED, await signedIn(), { prompt: 'login' }]],
    [/max_age/, 'Confirm it’s you', async () => [TRUSTED, await signedIn(), { max_age: '0' }]],
    [/id_token_hint/, 'Confirm it’s you', hintsAtBob],
    [/select_account/, 'Choose an account', async () => [TRUSTED, await signedIn(), { prompt: 'select_account' }]],
    [/access rule/, 'You don’t have access to editors', async () => [EDITORS, await signedIn(BOB)]],
    [/the user has one$/, 'Enter your code', async () => [STRICT, (await withFactor())[1]]],
    [/bound to an account/, 'Confirm it’s you', signedInBefore],
    [/has none yet/, 'Set up two-step verification', async () => [STRICT, await signedIn()]],
    [/acr_values/, 'Enter your code', withFactor],
    [
      /prompt=consent/,
      'trusted wants to use your Portico account',
      async () => [TRUSTED, await signedIn(), { prompt: 'consent' }],
    ],
    [/s3\.1\.2\.4/, 'asking wants to use your Portico account', async () => [ASKING, await signedIn()]],
  ]

  it('and each is here', () =>
    expect(REACHED.map(([clause], index) => clause.test(ROWS[index]?.clause ?? ''))).toEqual(ROWS.map(() => true)))

  it.each(REACHED)('%s: %s', async (_, page, reach) =>
    expect(await agreed(...(await reach()))).toMatchObject({ to: `${page} · Portico` }),
  )

  it('by time that has passed as well', async () => {
    const cookie = await signedIn()
    for (const { clock } of [directly, byPrompts]) clock.forward(600)
    expect(await agreed(TRUSTED, cookie, { max_age: '900' })).toHaveProperty('claims')
    expect(await agreed(TRUSTED, cookie, { max_age: '599' })).not.toHaveProperty('claims')
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
    expect(await agreed(TRUSTED, cookie)).toMatchObject({ to: 'Sign in to trusted · Portico' })
    expect(await agreed(TRUSTED, cookie, { prompt: 'none' })).toMatchObject({ error: 'login_required' })
  })
})

describe('the direct way', () => {
  beforeAll(startBoth)

  const ask = async (cookie: string, sent: Overrides = {}): Promise<Answer> => {
    const { address } = directly.party(TRUSTED).request({ prompt: 'none', ...sent })
    const answer = await directly.send(address, { headers: { cookie } })
    expect(answer.headers.location).toContain('code=')
    return answer
  }

  it('leaves the browser its cookies, and gives those that have an end for longer when the record of the session is written again', async () => {
    for (const remember of [{}, { remember: 'on' }]) {
      const alice = directly.user()
      const { request: _request, ...signIn } = await alice.open(directly.party(TRUSTED))
      const { username, password } = ALICE
      await alice.browser.submit(signIn as Page, { username, password, ...remember })
      const cookie = alice.browser.cookies.header('/') ?? ''
      expect((await ask(cookie)).setCookies).toEqual([])
      directly.clock.forward(120)
      const given = (await ask(cookie)).setCookies.map((line) => line.split('; '))
      const attributes = ['Path=/', `Max-Age=${12 * 3_600}`, 'HttpOnly', 'SameSite=Lax']
      expect(given.map(([, ...said]) => said)).toEqual('remember' in remember ? [attributes] : [])
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
