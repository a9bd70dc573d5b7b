/** REL-13: Redis responds with an error. Every one of them is 503, decides nothing, and passes. */
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { startRefusingProxy } from '../support/refusing-proxy.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

const OFFLINE = { scope: 'openid offline_access' }
const CODES = words`
  LOADING MASTERDOWN BUSY TRYAGAIN CLUSTERDOWN NOAUTH WRONGPASS EXECABORT NOREPLICAS NOPERM READONLY
`

const redis = await startRedis()

await redis.admin.acl('SETUSER', 'portico', 'on', '>right', '~*', '&*', '+@all')
const proxy = await startRefusingProxy(redis.port)

const idp = await startIdp({ store: { redis: `redis://portico:right@127.0.0.1:${proxy.port}`, keyPrefix: 'refused:' } })

const conf = relyingParty(idp, CONF)

const alice = person(idp)
await alice.authorize(conf, OFFLINE)
const trouble = storeTrouble(idp, conf, alice)

it.each(CODES)('REL-13: %s: 503 and no verdict; then all goes on by itself, and no harm was done', async (code) => {
  const before = await trouble.hold()
  proxy.refuse(code)
  await trouble.expectAway(before)
  proxy.refuse(undefined)
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})

it('REL-13: BUSY, by another program’s script that does not end', async () => {
  const before = await trouble.hold()
  await redis.admin.config('SET', 'busy-reply-threshold', '50')
  const endless = redis.admin.duplicate()
  endless.on('error', () => undefined)
  const script = endless.eval('while true do end', 0).catch(() => undefined)
  await until(() =>
    redis.admin.ping().then(
      () => false,
      ({ message }) => message.startsWith('BUSY'),
    ),
  )
  await trouble.expectAway(before)
  await redis.admin.script('KILL')
  await script
  endless.disconnect()
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})

it('REL-13: WRONGPASS: the password has been changed, connections break; with the old one back, all goes on', async () => {
  const before = await trouble.hold()
  await redis.admin.acl('SETUSER', 'portico', 'resetpass', '>other')
  await redis.admin.call('CLIENT', 'KILL', 'USER', 'portico')
  await trouble.expectAway(before)
  await redis.admin.acl('SETUSER', 'portico', 'resetpass', '>right')
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})

it('REL-13: NOSCRIPT: the scripts are forgotten, and sent again within the same request', async () => {
  const alice = person(idp)
  const grant = await alice.authorize(conf, OFFLINE)
  const families: TokenSet[] = []
  for (let count = 0; count < 10; count += 1) families.push(await alice.signIn(conf, OFFLINE))
  await redis.admin.script('FLUSH')
  expect((await conf.exchange(grant)).status).toBe(200)
  await redis.admin.script('FLUSH')
  const refreshed = await Promise.all(families.map(({ refresh_token }) => conf.refresh(refresh_token)))
  expect(refreshed.map(({ status }) => status)).toEqual(families.map(() => 200))
  await redis.admin.script('FLUSH')
  const last = refreshed[0]?.json() as TokenSet
  expect((await conf.revoke(last.access_token)).status).toBe(200)
  expect((await conf.userinfo(last.access_token)).status).toBe(401)
})
