/** Five good deployments, looked at from inside and from outside: nothing is found. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { obtainRootSecret } from '../../lib/index.ts'
import { freePort } from '../support/free-port.ts'
import { startRedis, startRedisGroup } from '../support/redis-server.ts'
import { examined, startCaddy, startService, startWorld } from './doctor-world.ts'

/** What goes with the test, last thing first. */
const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-doctor-'))
  opened.push(() => rm(folder, { recursive: true }))
  return folder
}

it('the first try on localhost, with a secret that was made', async () => {
  const [folder, port] = [await newFolder(), await freePort()]
  const { secrets } = await obtainRootSecret({ configured: [], dataFolder: folder, isLocalhost: true })
  const service = await startService({
    baseUrl: `http://localhost:${port}`,
    port,
    folder,
    options: { secret: secrets },
  })
  opened.push(service.stop)
  expect(await examined({ ...service.env, PORTICO_SECRET: '' }, '--url')).toEqual([])
})

it.each([
  ['the embedded store behind nginx', {}],
  ['the same below a path', { path: '/sso' }],
])('%s', async (_, behind) => {
  const world = await startWorld({ good: behind })
  opened.push(world.stop)
  expect(await world.findings('good')).toEqual([])
})

it('Redis that keeps every change, behind Caddy', async () => {
  const redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
  opened.push(redis.stop)
  const [front, back] = [await freePort(), await freePort()]
  const service = await startService({
    baseUrl: `https://localhost:${front}`,
    port: back,
    folder: await newFolder(),
    redis: redis.url,
    options: { trustProxy: 1 },
  })
  opened.push(service.stop)
  const caddy = await startCaddy(front, back)
  opened.push(caddy.stop)
  expect(await examined(service.env, '--url', '--ca', caddy.caFile)).toEqual([])
})

it('Redis behind Sentinel, with a replica that must have every change', async () => {
  const group = await startRedisGroup()
  opened.push(group.stop)
  for (const { admin } of [group.master, group.replica])
    for (const [name, value] of [
      ['appendfsync', 'always'],
      ['appendonly', 'yes'],
      ['min-replicas-to-write', '1'],
      ['min-replicas-max-lag', '1'],
    ] as const)
      await admin.config('SET', name, value)
  const world = await startWorld({ good: { redis: group.url } })
  opened.push(world.stop)
  expect(await world.findings('good')).toEqual([])
})
