/** As long as the release before may run, a letter waits in a form that it leaves alone; its list of deliveries reads it all the same. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { letterOutbox } from '../../../lib/domain/letters/letter-outbox.ts'
import { lettersApart } from '../../../lib/domain/outbox/letters-apart.ts'
import { readCondition } from '../../../lib/domain/sessions/session-ended.ts'
import { FORMATS } from '../../../lib/domain/stored-record.ts'
import type { LogoutNotice } from '../../../lib/ports/deliveries.ts'
import { patientRedis } from '../../support/patient-redis.ts'
import { startRedis } from '../../support/redis-server.ts'

it.each(['an embedded store', 'Redis'])('on %s, until the upgrade is finished', async (kind) => {
  const redis = kind === 'Redis' ? await startRedis() : undefined
  const storage = redis === undefined ? embeddedStorage() : patientRedis(redis.url)
  await storage.open()
  let format: number = FORMATS.former
  const deliveries = lettersApart(storage.deliveries, () => format)
  const outbox = letterOutbox(deliveries, { now: Date.now, wake: () => {} })
  const id = await outbox.queue({ kind: 'test', subject: '' })
  /** As the release before takes it. */
  const found = async (of = id): Promise<LogoutNotice> => (await storage.deliveries.find(of)) as unknown as LogoutNotice
  expect((await found()).state).toBe('due')
  expect(readCondition(await found()).kind).toBe('test')
  const { clientId } = await found()
  await expect((async () => storage.clients.find(clientId))()).rejects.toThrow()

  const [leased] = await deliveries.lease(Date.now(), 1, 1_000)
  await deliveries.settle({ ...leased!, state: 'failed' }, 10_000)
  expect(await found()).toMatchObject({ state: 'failed', clientId: '' })
  format = FORMATS.newest
  expect(await found(await outbox.queue({ kind: 'test', subject: '' }))).not.toHaveProperty('clientId')
  await storage.close()
  await redis?.stop()
})
