/** Five good deployments, looked at from inside and from outside: nothing is found. */
import { obtainRootSecret } from '../../lib/index.ts'
import { freePort } from '../support/free-port.ts'
import { newFolder } from '../support/new-folder.ts'
import { startRedis, startRedisGroup } from '../support/redis-server.ts'
import { examined, startCaddy, startService, startWorld } from './doctor-world.ts'

it('the first try on localhost, with a secret that was made', async () => {
  const [folder, port] = [newFolder(), await freePort()]
  const { secrets } = await obtainRootSecret({ configured: [], dataFolder: folder, isLocalhost: true })
  const service = await startService({
    // The service listens there alone; `localhost` can have a second address.
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    folder,
    options: { secret: secrets },
  })
  expect(await examined({ ...service.env, PORTICO_SECRET: '' }, '--url')).toEqual([])
})

it.each([
  ['the embedded store behind nginx', {}],
  ['the same below a path', { path: '/sso' }],
])('%s', async (_, behind) => {
  const world = await startWorld({ good: behind })
  expect(await world.findings('good')).toEqual([])
})

it('Redis that keeps every change, behind Caddy', async () => {
  const redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
  const [front, back] = [await freePort(), await freePort()]
  const service = await startService({
    baseUrl: `https://localhost:${front}`,
    port: back,
    folder: newFolder(),
    redis: redis.url,
    options: { trustProxy: 1 },
  })
  const caddy = await startCaddy(front, back)
  expect(await examined(service.env, '--url', '--ca', caddy.caFile)).toEqual([])
})

it('Redis behind Sentinel, with a replica that must have every change', async () => {
  const group = await startRedisGroup()
  for (const { admin } of [group.master, group.replica])
    for (const [name, value] of [
      ['appendfsync', 'always'],
      ['appendonly', 'yes'],
      ['min-replicas-to-write', '1'],
      ['min-replicas-max-lag', '1'],
    ] as const)
      await admin.config('SET', name, value)
  const world = await startWorld({ good: { redis: group.url } })
  expect(await world.findings('good')).toEqual([])
})
