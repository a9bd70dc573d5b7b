/** D-G12: what requests without credentials leave in the store is little, and does not stay. */
import { worstRequest } from '../support/anonymous-requests.ts'
import { CONF } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'

const REQUESTS = 10_000
const MOST_BYTES = 2 * 1024 * 1024
/** Ten thousand requests. */
const FLOOD_MS = 90_000

let redis: RedisServer
let idp: Idp
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
afterEach(() => idp.stop())

const start = async (keyPrefix: string, rateLimits: false | Record<string, never>): Promise<void> => {
  idp = await startIdp({ store: { redis: redis.url, keyPrefix }, options: { rateLimits } })
}

const usedBytes = async (): Promise<number> =>
  Number(/used_memory_dataset:(\d+)/.exec(await redis.admin.info('memory'))?.[1])

it(
  '10,000 requests of the worst kinds from one address leave less than 2 MiB',
  async () => {
    await start('one:', {})
    const before = await usedBytes()
    const statuses = await inParallel(
      REQUESTS,
      32,
      async (index) => (await idp.send(...worstRequest(relyingParty(idp, CONF), index))).status,
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(REQUESTS * 0.8)
    expect((await usedBytes()) - before).toBeLessThan(MOST_BYTES)
  },
  FLOOD_MS,
)

it('a refused request leaves at most 2 KiB, a valid authorization request 8 KiB, for 15 minutes', async () => {
  await start('each:', false)
  const records = async (): Promise<readonly (readonly [key: string, bytes: number, seconds: number])[]> => {
    const keys = await redis.admin.keys('each:*')
    return Promise.all(
      keys.map(
        async (key) =>
          [
            key,
            Number(await redis.admin.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')),
            await redis.admin.ttl(key),
          ] as const,
      ),
    )
  }
  const standing = new Set((await records()).map(([key]) => key))
  const authorize = relyingParty(idp, CONF).request({
    state: 's'.repeat(512),
    nonce: 'n'.repeat(512),
    login_hint: 'h'.repeat(256),
    ui_locales: 'de '.repeat(170),
  })
  const begun = await idp.send(authorize.address, { headers: { accept: 'text/html' } })
  expect(begun.status).toBe(303)
  const left = (await records()).filter(([key]) => !standing.has(key))
  expect(left.filter(([, , seconds]) => seconds > 900 || seconds < 0)).toEqual([])
  expect(left.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(8 * 1024)

  const size = async (): Promise<number> => (await records()).reduce((sum, [, bytes]) => sum + bytes, 0)
  const before = await size()
  for (let index = 0; index < 220; index += 1)
    if (index % 11 !== 6) await idp.send(...worstRequest(relyingParty(idp, CONF), index))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(((await size()) - before) / 200).toBeLessThan(2 * 1024)
})
