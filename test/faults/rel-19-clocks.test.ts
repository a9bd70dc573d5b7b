/**
 * REL-19: the clocks of two nodes differ, or one of them jumps. Codes and marks live by the clock of the store; access
 * tokens are dated by the node that signs them, and another one takes them if it is no more than five seconds behind.
 */
import { CLOCK_TOLERANCE_SECONDS } from '../../policies/signing.ts'
import { person } from '../support/actors.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { claimsOf, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { patiently } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'

const OFFLINE = { scope: 'openid offline_access' }
const CODE_SECONDS = 1
const SKEWS = [-300, -CLOCK_TOLERANCE_SECONDS, 0, CLOCK_TOLERANCE_SECONDS, 300]

/** Its codes are soon over. */
/** How far `there` is ahead now. */
let ahead = 0
const set = (seconds: number): void => {
  there.clock.forward(seconds - ahead)
  ahead = seconds
}
const redis = await startRedis()

const store = { redis: redis.url, keyPrefix: 'clock:' }
const here = await startIdp({ store })

const there = await startIdp({ store, issuer: here.issuer })

const hasty = await startIdp({
  store,
  issuer: here.issuer,
  options: { lifetimes: { authorizationCode: CODE_SECONDS } },
})

const app = relyingParty(here, TRUSTED)

const alice = person(here)

await alice.authorize(app)
afterEach(() => set(0))

const isActive = async (node: Idp, token: string): Promise<unknown> =>
  (await app.introspect(token, {}, { node })).json().active

describe.each(SKEWS)('REL-19: a node whose clock is %d seconds ahead of the other:', (skew) => {
  beforeEach(() => set(skew))

  it('of many uses of one code at both nodes one succeeds; refresh tokens go from node to node', async () => {
    const grant = await alice.authorize(app, OFFLINE)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        patiently(() => app.exchange(grant, {}, { node: index % 2 === 0 ? here : there })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])

    let { refresh_token } = await alice.signIn(app, OFFLINE)
    const first = refresh_token
    for (const node of [there, here, there]) {
      const answer = await app.refresh(refresh_token, {}, { node })
      expect(answer.status).toBe(200)
      ;({ refresh_token } = answer.json() as TokenSet)
    }
    expectError(
      await patiently(() => app.refresh(first, {}, { node: here })),
      400,
      'invalid_grant',
      'refresh_token_replayed',
    )
    expectError(await app.refresh(refresh_token, {}, { node: there }), 400, 'invalid_grant')
  })

  it('a code is over by the clock of the store, at either node', async () => {
    const visitor = person(hasty)
    const late = [
      await visitor.authorize(relyingParty(hasty, TRUSTED), OFFLINE),
      await visitor.authorize(relyingParty(hasty, TRUSTED), OFFLINE),
    ] as const
    const seconds = async (): Promise<number> => Number((await redis.admin.time())[0])
    const given = await seconds()
    await until(async () => (await seconds()) > given + CODE_SECONDS)
    expectError(await app.exchange(late[0], {}, { node: here }), 400, 'invalid_grant')
    expectError(await app.exchange(late[1], {}, { node: there }), 400, 'invalid_grant')
  })

  it('an access token is taken unless it is from a future beyond the tolerance; what is revoked is dead everywhere', async () => {
    const tokens = await alice.signIn(app, OFFLINE)
    const theirs = (await app.refresh(tokens.refresh_token, {}, { node: there })).json() as TokenSet
    expect(Math.abs(claimsOf(theirs.access_token).iat - claimsOf(tokens.access_token).iat - skew)).toBeLessThanOrEqual(
      1,
    )
    const own = (await app.refresh(theirs.refresh_token, {}, { node: here })).json() as TokenSet
    expect(await isActive(there, own.access_token)).toBe(-skew <= CLOCK_TOLERANCE_SECONDS)
    expect(await isActive(here, theirs.access_token)).toBe(skew <= CLOCK_TOLERANCE_SECONDS)
    expect(await isActive(there, theirs.access_token)).toBe(true)
    expect((await app.revoke(own.refresh_token, {}, { node: there })).status).toBe(200)
    for (const node of [here, there]) {
      for (const { access_token } of [own, theirs]) expectInactive(await app.introspect(access_token, {}, { node }))
    }
  })
})

it.each([3_600, -3_600])(
  'REL-19: a clock that jumps by %d seconds: nothing works twice, nothing is lost',
  async (jump) => {
    const [grant, tokens] = [await alice.authorize(app, OFFLINE), await alice.signIn(app, OFFLINE)]
    set(jump)
    expect((await app.exchange(grant, {}, { node: there })).status).toBe(200)
    const refreshed = await app.refresh(tokens.refresh_token, {}, { node: there })
    expect(refreshed.status).toBe(200)
    // An hour ahead, what others signed has expired there; an hour behind, it is from the future there.
    expect(await isActive(there, tokens.access_token)).toBe(false)
    expect(await isActive(here, tokens.access_token)).toBe(true)
    set(0)
    const next = (
      await app.refresh((refreshed.json() as TokenSet).refresh_token, {}, { node: there })
    ).json() as TokenSet
    for (const node of [here, there]) expect(await isActive(node, next.access_token)).toBe(true)
    for (const node of [here, there])
      expectError(await patiently(() => app.exchange(grant, {}, { node })), 400, 'invalid_grant')
    const replay = await patiently(() => app.refresh(tokens.refresh_token, {}, { node: here }))
    expectError(replay, 400, 'invalid_grant', 'refresh_token_replayed')
  },
)
