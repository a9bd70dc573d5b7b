/** The root secret is changed while nodes run. No user is signed out, and an unverifiable value is no verdict. */
import type { Person } from '../support/actors.ts'
import { openBrowser } from '../support/browser.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import { CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { type Idp, type Node, startIdp, type VisitedNode } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import type { RelyingParty, TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { asksToSignIn, formOf, PORTAL, pageOf } from './portal-visitor.ts'

const OLD = ROOT_SECRET
const NEW = 'the secret that is used from now on 0123456789'
const OFFLINE = { scope: 'openid offline_access' }
/** Ids that begin and end like those of the service; the tag of none is right. */
const madeUp = (): string => Buffer.alloc(64, Math.random().toString(36)).toString('base64url')

const redis = await startRedis()
const running: (() => Promise<unknown>)[] = []
const stopAll = async (): Promise<void> => {
  for (const stop of running.splice(0).toReversed()) await stop()
  await redis.admin.flushall()
}

interface House {
  /** Requests to it go to the node in `at`. */
  readonly both: VisitedNode & { at: Node }
  readonly first: Idp
  readonly second: Idp
  readonly app: RelyingParty
  readonly alice: Person
}

/** Two nodes; the second one starts while the first one runs. */
async function house(secrets: readonly [readonly string[], readonly string[]]): Promise<House> {
  const store = { redis: redis.url, keyPrefix: 'change:' }
  const start = async (secret: readonly string[], issuer?: string): Promise<Idp> => {
    const idp = await startIdp({ store, ...(issuer === undefined ? {} : { issuer }), options: { secret } })
    running.push(idp.stop)
    return idp
  }
  const first = await start(secrets[0])
  const second = await start(secrets[1], first.issuer)
  const both = { ...first, at: first as Node, send: ((...sent) => both.at.send(...sent)) as Node['send'] }
  return { both, first, second, app: both.party(CONF), alice: both.user() }
}

describe('the new secret is used while a node does not have it yet', () => {
  let world: House
  beforeAll(async () => {
    world = await house([[OLD], [NEW, OLD]])
  })
  afterAll(stopAll)

  it('responds with 503 to its tokens there, consumes nothing, and both nodes accept what the older one issues', async () => {
    const { both, first, second, app, alice } = world
    both.at = second
    const tokens = await alice.signIn(app, OFFLINE)
    const grant = await alice.authorize(app, OFFLINE)
    both.at = first
    for (const ask of [
      () => app.refresh(tokens.refresh_token),
      () => app.introspect(tokens.refresh_token),
      () => app.revoke(tokens.refresh_token),
      () => app.exchange(grant),
      () => app.refresh(tokens.refresh_token),
      () => app.refresh(madeUp()),
    ])
      expectUnavailable(await ask())
    expect((await app.introspect(tokens.access_token)).json().active).toBe(true)
    // A malformed value is refused as before, and so is an unauthorized caller.
    expectError(await app.refresh('garbage'), 400, 'invalid_grant')
    const stranger = both.party({ ...CONF, client_secret: 'another-secret-of-32-characters-or-more' })
    expectError(await stranger.refresh(madeUp()), 401, 'invalid_client')
    both.at = second
    expect((await app.exchange(grant)).status).toBe(200)
    const next = (await app.refresh(tokens.refresh_token)).json() as TokenSet
    expect(next.refresh_token).toEqual(expect.any(String))
    expectError(await app.refresh(madeUp()), 400, 'invalid_grant')

    both.at = first
    const older = await both.user().signIn(app, OFFLINE)
    both.at = second
    expect((await app.refresh(older.refresh_token)).status).toBe(200)
  })

  it('a browser that the new node has signed in keeps its session: 503 with Retry-After, and no cookie', async () => {
    const { both, first, second, app, alice } = world
    both.at = second
    await alice.signIn(app)
    const portal = pageOf(await alice.browser.visit(`${PORTAL}/profile`))
    both.at = first
    const { address } = app.request()
    for (const answer of [
      await alice.browser.go(address),
      await alice.browser.submit(portal, {}).then((stop) => stop.answer),
    ]) {
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
      expect(answer.setCookies).toEqual([])
    }
    both.at = second
    expect((await alice.walk(await alice.open(app, { prompt: 'none' }))).url).toContain('code=')
    expect(asksToSignIn(await alice.browser.visit(`${PORTAL}/profile`))).toBe(false)
  })

  it('a key that the new node has sealed is unknown to the older one, and no token of it is called invalid', async () => {
    const { both, first, second, app, alice } = world
    both.at = second
    // The next one has been published before; the one after it is made by this node.
    await second.portico.keys.rotate('compromised')
    await second.portico.keys.rotate('compromised')
    const { access_token } = await alice.signIn(app)
    both.at = first
    for (let times = 0; times < 3; times += 1) {
      expectUnavailable(await app.introspect(access_token))
      expectUnavailable(await app.userinfo(access_token))
    }
    both.at = second
    expect((await app.userinfo(access_token)).status).toBe(200)
  })

  it('both nodes log it, once; and once the other is gone, unknown values are invalid again', async () => {
    const { both, first, second, app } = world
    expect(second.log.lines.filter(({ fields }) => fields['code'] === 'root-secret-not-shared')).toHaveLength(1)
    both.at = first
    expectUnavailable(await app.refresh(madeUp()))
    first.clock.forward(61)
    // Its record of the other is two seconds old at most.
    await until(async () => (await app.refresh(madeUp())).status !== 503)
    expectError(await app.refresh(madeUp()), 400, 'invalid_grant')
  })
})

it('in the safe order both nodes take all that either makes, in every step', async () => {
  const { both, first, second, app, alice } = await house([
    [OLD, NEW],
    [NEW, OLD],
  ])
  for (const [maker, verifier] of [
    [first, second],
    [second, first],
  ] as const) {
    both.at = maker
    const browser = openBrowser(both)
    const someone = both.user(undefined, browser)
    const page = await someone.open(app, OFFLINE)
    const tokens = await alice.signIn(app, OFFLINE)
    const grant = await alice.authorize(app, OFFLINE)
    const portal = await alice.browser.visit(`${PORTAL}/profile`)
    both.at = verifier
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await app.exchange(grant)).status).toBe(200)
    expect((await someone.walk(page)).url).toContain('code=')
    const form = formOf(pageOf(portal), {})
    expect((await alice.browser.submit({ ...pageOf(portal), forms: [form] }, {})).answer.status).toBeLessThan(400)
    // A sign-in to the portal that one node begins and the other ends.
    expect(asksToSignIn(await someone.browser.visit(`${PORTAL}/`))).toBe(false)
    expectError(await app.refresh(madeUp()), 400, 'invalid_grant')
  }
})
