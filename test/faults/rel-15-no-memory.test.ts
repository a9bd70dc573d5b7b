/** REL-15: the store is out of memory: writes are 503 and not done, reads and revocations continue (D-G13). */
import { person } from '../support/actors.ts'
import { expectError, expectInactive, expectUnavailable } from '../support/expect.ts'
import { BOB, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'

const OFFLINE = { scope: 'openid offline_access' }

const redis = await startRedis({ config: { 'maxmemory-policy': 'noeviction' } })

const idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'full:' } })

it('REL-15: nothing is falsely acknowledged, nothing falsely refused, and with room again all that was held works', async () => {
  const conf = relyingParty(idp, CONF)
  const alice = person(idp)
  const trouble = storeTrouble(idp, conf, alice)
  const before = await trouble.hold()
  const other = await alice.signIn(conf, OFFLINE)
  const bob = person(idp, BOB)
  const bobs = await bob.signIn(conf, OFFLINE)
  await redis.admin.config('SET', 'maxmemory', '1mb')
  expect(await redis.admin.call('SET', 'x', 'y').catch((error: Error) => error.message)).toMatch(/^OOM/)

  const { grant, tokens, revocable } = before
  for (const ask of [() => conf.exchange(grant), () => conf.refresh(tokens.refresh_token)])
    expectUnavailable(await ask())
  for (const { access_token, refresh_token } of [tokens, revocable]) {
    expect((await conf.introspect(access_token)).json().active).toBe(true)
    expect((await conf.introspect(refresh_token)).json().active).toBe(true)
    expect((await conf.userinfo(access_token)).status).toBe(200)
  }
  // Writes that shrink the store succeed all the same (D-G13).
  expect((await conf.revoke(other.refresh_token)).status).toBe(200)
  expectInactive(await conf.introspect(other.access_token))
  expect((await everywhere(idp, bobs.access_token)).status).toBe(200)
  expectInactive(await conf.introspect(bobs.access_token))
  expect(await stateOf(bob, conf)).toBe('login_required')
  const health = await idp.send('/health/ready')
  expect([health.status, health.json()]).toMatchObject([503, { checks: { store: 'refuses-writes' } }])

  await redis.admin.config('SET', 'maxmemory', '0')
  await until(trouble.isReady)
  expectError(await conf.refresh(other.refresh_token), 400, 'invalid_grant')
  expectError(await conf.refresh(bobs.refresh_token), 400, 'invalid_grant')
  expect(await stateOf(alice, conf)).toBe('signed in')
  await trouble.expectUnharmed(before)
})
