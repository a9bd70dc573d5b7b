/** D-G12: what requests without credentials leave in the store is little, and does not stay. */
import { longestRequest, WORST_KINDS, worstRequest } from '../support/anonymous-requests.ts'
import { CONF } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'

const REQUESTS = 3_000
const MOST_BYTES = 2 * 1024 * 1024
/** A multiple of the number of kinds. */
const STANDING = 150 * WORST_KINDS

let idp: Idp
const redis = await startRedis()

const start = async (keyPrefix: string, rateLimits: false | Record<string, never>): Promise<void> => {
  idp = await startIdp({ store: { redis: redis.url, keyPrefix }, options: { rateLimits } })
}

const usedBytes = async (): Promise<number> =>
  Number(/used_memory_dataset:(\d+)/.exec(await redis.admin.info('memory'))?.[1])

it('thousands of requests of the worst kinds from one address leave less than 2 MiB: most are turned away', async () => {
  await start('one:', {})
  const before = await usedBytes()
  const statuses = await inParallel(
    REQUESTS,
    32,
    async (index) => (await idp.send(...worstRequest(relyingParty(idp, CONF), index))).status,
  )
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(REQUESTS / 2)
  expect((await usedBytes()) - before).toBeLessThan(MOST_BYTES)
})

type Stored = readonly [key: string, bytes: number, seconds: number]

async function records(prefix: string): Promise<readonly Stored[]> {
  const keys = await redis.admin.keys(`${prefix}*`)
  return Promise.all(
    keys.map(async (key): Promise<Stored> => {
      const bytes = Number(await redis.admin.call('MEMORY', 'USAGE', key, 'SAMPLES', '0'))
      return [key, bytes, await redis.admin.ttl(key)]
    }),
  )
}

it('the longest authorization request that is taken leaves at most 8 KiB, for 15 minutes', async () => {
  await start('begun:', false)
  const standing = new Set((await records('begun:')).map(([key]) => key))
  const begun = await idp.send(longestRequest(relyingParty(idp, CONF)), { headers: { accept: 'text/html' } })
  expect([begun.status, begun.headers.location]).toEqual([303, expect.stringContaining('/interaction/')])
  const left = (await records('begun:')).filter(([key]) => !standing.has(key))
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter(([, , seconds]) => seconds > 900 || seconds < 0)).toEqual([])
  const bytes = left.reduce((sum, [, each]) => sum + each, 0)
  expect(bytes).toBeGreaterThan(4_000)
  expect(bytes).toBeLessThanOrEqual(8 * 1024)
})

it('a refused request of any kind leaves at most 2 KiB', async () => {
  await start('each:', false)
  const times = 20
  const size = async (): Promise<number> => (await records('each:')).reduce((sum, [, bytes]) => sum + bytes, 0)
  /** Background writes are complete when the size stays. */
  const stableSize = async (): Promise<number> => {
    for (let last = await size(); ; ) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const now = await size()
      if (now === last) return now
      last = now
    }
  }
  // First more than 1,024: Redis doubles its tables there, and not again before 2,048.
  await inParallel(STANDING, 8, (index) => idp.send(...worstRequest(relyingParty(idp, CONF), index)))
  const left: number[] = []
  let before = await stableSize()
  for (let kind = 0; kind < WORST_KINDS; kind += 1) {
    for (let turn = 0; turn < times; turn += 1)
      await idp.send(...worstRequest(relyingParty(idp, CONF), STANDING + kind + turn * WORST_KINDS))
    const after = await stableSize()
    left.push((after - before) / times)
    before = after
  }
  expect(left.filter((bytes) => bytes > 2 * 1024)).toEqual([])
  expect(left.filter((bytes) => bytes > 0).length).toBeGreaterThan(WORST_KINDS / 2)
})
