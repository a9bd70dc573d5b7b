/** REL-15: the store is out of memory and drops nothing: what writes is 503 and not done, what reads goes on. */
import { person } from '../support/actors.ts'
import { expectError, expectInactive, expectUnavailable } from '../support/expect.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { type RedisServer, startRedis, until } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { inTime, storeTrouble } from '../support/store-trouble.ts'

const OFFLINE = { scope: 'openid offline_access' }

let redis: RedisServer
let idp: Idp
beforeAll(async () => {
  redis = await startRedis({ config: { 'maxmemory-policy': 'noeviction' } })
  idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'full:' } })
})
afterAll(async () => {
  await idp.stop()
  await redis.stop()
})

it('REL-15: nothing is falsely acknowledged, nothing falsely refused, and with room again all that was held works', async () => {
  const conf = relyingParty(idp, CONF)
  const alice = person(idp)
  const trouble = storeTrouble(idp, conf, alice)
  const before = await trouble.hold()
  const other = await alice.signIn(conf, OFFLINE)
  await redis.admin.config('SET', 'maxmemory', '1mb')
  expect(await redis.admin.call('SET', 'x', 'y').catch((error: Error) => error.message)).toMatch(/^OOM/)

  const { grant, tokens, revocable } = before
  const logout = () => everywhere(idp, tokens.access_token)
  for (const ask of [
    () => conf.exchange(grant),
    () => conf.refresh(tokens.refresh_token),
    () => conf.revoke(revocable.access_token),
    logout,
  ])
    expectUnavailable(await inTime(ask()))
  for (const { access_token, refresh_token } of [tokens, revocable]) {
    expect((await conf.introspect(access_token)).json().active).toBe(true)
    expect((await conf.introspect(refresh_token)).json().active).toBe(true)
    expect((await conf.userinfo(access_token)).status).toBe(200)
  }
  // To revoke a family takes no memory: it is done, or it is 503.
  const revoked = await inTime(conf.revoke(other.refresh_token))
  expect([200, 503]).toContain(revoked.status)
  if (revoked.status === 200) expectInactive(await conf.introspect(other.access_token))

  await redis.admin.config('SET', 'maxmemory', '0')
  await until(trouble.isReady)
  if (revoked.status === 200) expectError(await conf.refresh(other.refresh_token), 400, 'invalid_grant')
  expect(await stateOf(alice, conf)).toBe('signed in')
  await trouble.expectUnharmed(before)
})
