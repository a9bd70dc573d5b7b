/** REL-12: the master that the service writes to has become a replica. That is 503 and never an error of the client. */
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis, startRedisGroup } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { patiently, storeTrouble } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'

const service = (redis: string): Promise<Idp> => startIdp({ store: { redis, keyPrefix: 'demoted:' } })
/** Not only said to follow: what was lost on the way to a new master would be unknown there, and rightly so. */
const hasAll = (replica: RedisServer, master: RedisServer): Promise<void> =>
  until(async () => {
    const [copied, written] = await Promise.all([replica.admin.dbsize(), master.admin.dbsize()])
    return written > 0 && copied === written
  })
const follows = (server: RedisServer) =>
  until(async () => /master_link_status:up/.test(await server.admin.info('replication')))

it('REL-12: READONLY: what writes is 503, what reads is no lie; as a master again it works as before', async () => {
  const master = await startRedis()
  const successor = await startRedis({ replicaOf: master })
  const idp = await service(master.url)
  const conf = relyingParty(idp, CONF)
  const trouble = storeTrouble(idp, conf, person(idp))
  const before = await trouble.hold()
  await hasAll(successor, master)

  await successor.admin.replicaof('NO', 'ONE')
  await master.admin.replicaof('127.0.0.1', successor.port)
  await follows(master)
  await trouble.expectWritesAway(before)
  const { tokens } = before
  for (const ask of [() => conf.userinfo(tokens.access_token), () => conf.introspect(tokens.access_token)]) {
    const answer = await ask()
    expect([200, 503]).toContain(answer.status)
    expect(answer.text).not.toContain('"active":false')
  }

  const crowd = await Promise.all(Array.from({ length: 50 }, () => conf.refresh(tokens.refresh_token)))
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([503]))

  await master.admin.replicaof('NO', 'ONE')
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})

it('REL-12: behind Sentinel the service follows to the new master by itself, and what it held works there', async () => {
  const group = await startRedisGroup()
  const idp = await service(group.url)
  const conf = relyingParty(idp, CONF)
  const trouble = storeTrouble(idp, conf, person(idp))
  const before = await trouble.hold()
  await hasAll(group.replica, group.master)
  await group.sentinel.admin.call('SENTINEL', 'FAILOVER', 'portico')
  const isMaster = async ({ admin }: RedisServer): Promise<boolean> =>
    ((await admin.role()) as unknown[])[0] === 'master'
  await until(async () => (await isMaster(group.replica)) && !(await isMaster(group.master)))
  const asked = await patiently(() => conf.introspect(before.tokens.refresh_token))
  expect([asked.status, asked.json().active]).toEqual([200, true])
  await trouble.expectUnharmed(before)
})
