/** The reference deployment loads the adapter and driver of its own store, and of no other. */
import { emptyFolder } from '../examples/process.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis } from '../support/redis-server.ts'

const PARTS = {
  sqlite: ['/package/embedded'],
  redis: ['/package/redis', '/node_modules/ioredis/'],
  postgres: ['/package/postgres', '/node_modules/pg/', '/node_modules/pg-pool/'],
} as const

/** Writes `loads PART` for each module of one of them. */
const HOOK = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    for (const part of ${JSON.stringify(Object.values(PARTS).flat())}) if (url.includes(part)) console.error('loads', part)
    return next(url, context)
  } })`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HOOK)}`

const [redis, postgres] = [await startRedis(), await startPostgres()]

it.each([
  ['sqlite', {}],
  ['redis', { REDIS_URL: redis.url }],
  ['postgres', { DATABASE_URL: postgres.url }],
] as const)('%s', async (store, variables) => {
  const port = await freePort()
  const run = emptyFolder().run('examples/reference/main.js', { ...variables, PORT: `${port}`, NODE_OPTIONS })
  await run.says(/Service/)
  const ready = await fetch(`http://localhost:${port}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, expect.anything()])
  run.signal('SIGTERM')
  expect(await run.ended).toBe(0)
  const loaded = new Set(Array.from(run.stderr().matchAll(/^loads (\S+)$/gm), ([, part]) => part))
  expect([...loaded].sort()).toEqual([...PARTS[store]].sort())
})
