/**
 * A role that opens an app is taken away at the very moment at which a code is on its way, redeemed, or a refresh token used: once the
 * removal is acknowledged, nothing that came of it is a token.
 */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { person } from '../support/actors.ts'
import { expectInactive } from '../support/expect.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type Grant, type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'

const ROUNDS = 200
const LIMITED: ClientInput = { ...CONF, consent: 'trusted', access: { roles: ['editor'] } }

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

const setRoles = async (node: Pick<Idp, 'portico'>, ...roles: string[]): Promise<void> => {
  await node.portico.accounts?.change(ALICE.sub, (account) => ({ ...account, person: { ...account.person, roles } }))
}
const after = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  return work()
}
/** The removal comes before the request, and a little later each round, so that it meets every step of it. */
const whileTaken = async <T>(node: Pick<Idp, 'portico'>, round: number, request: () => Promise<T>): Promise<T> => {
  const later = (round % 20) / 2 - 3
  const [answer] = await Promise.all([after(-later, request), after(later, () => setRoles(node, 'reader'))])
  return answer
}

describe.each(['embedded', 'redis'] as const)('on the store %s:', (store) => {
  let idp: Idp
  let other: Pick<Idp, 'portico'>
  let app: RelyingParty
  const alice = (): ReturnType<typeof person> => person(idp)
  beforeAll(async () => {
    idp = await startIdp({
      store: store === 'redis' ? { redis: redis.url, keyPrefix: 'races:' } : store,
      options: { clients: [LIMITED] },
    })
    other = await idp.anotherNode()
    app = relyingParty(idp, LIMITED)
  })
  afterAll(() => idp.stop())

  async function expectNothing(answer: Answer): Promise<void> {
    if (answer.status !== 200) return expect(answer.status).toBe(400)
    const { access_token: access, refresh_token: refresh } = answer.json() as TokenSet
    expectInactive(await app.introspect(access))
    expect((await app.refresh(refresh)).status).toBe(400)
  }

  it('the redirect', async () => {
    const user = alice()
    let codes = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await setRoles(other, 'editor')
      if (round === 0) await user.signIn(app)
      const request = app.request({ prompt: 'none', scope: 'openid offline_access' })
      const back = await whileTaken(other, round, () => user.browser.go(request.address))
      const callback = new URL(back.headers.location ?? '').searchParams
      const code = callback.get('code')
      if (code === null) continue
      codes += 1
      await expectNothing(await app.exchange({ ...request, callback, code }))
    }
    expect(codes).toBeGreaterThan(0)
  })

  it('the code exchange', async () => {
    const user = alice()
    const outcomes = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      await setRoles(other, 'editor')
      const grant: Grant = await user.authorize(app, { scope: 'openid offline_access' })
      const answer = await whileTaken(other, round, () => app.exchange(grant))
      outcomes.add(answer.status)
      await expectNothing(answer)
    }
    expect([...outcomes].toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('the refresh', async () => {
    const user = alice()
    const outcomes = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      await setRoles(other, 'editor')
      const { refresh_token: token } = await user.signIn(app, { scope: 'openid offline_access' })
      const answer = await whileTaken(other, round, () => app.refresh(token))
      outcomes.add(answer.status)
      await expectNothing(answer)
    }
    expect([...outcomes].toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})
