/** A failure on the command line is one sentence; its place is printed on request. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { portico } from './portico.ts'
import { variablesOf, withStore } from './used-store.ts'

const folder = newFolder()

it('a record that cannot be read: one line, and with --debug or LOG_LEVEL the stack', async () => {
  await withStore(folder, ({ documents }) => documents.replace('keys', 'signing', undefined, '{"v":1,'))
  const env = { PORTICO_DATA: folder, PORTICO_SECRET: ROOT_SECRET }
  const plain = await portico('keys list', env)
  expect([plain.code, plain.out]).toEqual([1, ''])
  expect(plain.err).toMatch(/^an unexpected error: [^\n]*JSON[^\n]*$/)
  for (const printed of [
    await portico('keys list --debug', env),
    await portico('keys list', { ...env, LOG_LEVEL: 'debug' }),
  ])
    expect(printed.err).toMatch(/\n +at /)
})

it('opens the store as the service does: prefix of the keys, name of the file, replicas', async () => {
  const redis = await startRedis()
  const idp = await startIdp({ options: { storage: patientRedis(redis.url, { keyPrefix: 'mine:' }) } })
  const env = { REDIS_URL: redis.url, PORTICO_SECRET: ROOT_SECRET, BASE_URL: idp.issuer }
  const listed = async (more: NodeJS.ProcessEnv): Promise<string> =>
    (await portico('client list', { ...env, ...more })).out
  expect(await listed({ REDIS_KEY_PREFIX: 'mine:' })).toContain('conf2')
  expect(await listed({})).not.toContain('conf2')
  const asking = { REDIS_KEY_PREFIX: 'mine:', REDIS_WAIT_REPLICAS: '1', REDIS_WAIT_MS: '50' }
  const created = await portico('user create dora', { ...env, ...asking })
  expect(created).toMatchObject({ code: 1, err: expect.stringContaining('0 of 1 replicas have the change') })
  const contradiction = await portico('client list', { ...env, ...asking, REDIS_WAIT_MS: '2000' })
  expect(contradiction).toMatchObject({ code: 1, err: expect.stringContaining('REDIS_TIMEOUT_MS (2000)') })

  const named = await startIdp({ options: { storage: embeddedStorage({ file: join(folder, 'own.sqlite') }) } })
  const own = variablesOf(folder, { BASE_URL: named.issuer, PORTICO_DATA_NAME: 'own.sqlite' })
  expect((await portico('client list', own)).out).toContain('conf2')
})
