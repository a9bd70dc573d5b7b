/** Used values leave nothing behind for ever (case REF-24). */
import { TRUSTED } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import type { TokenSet } from '../support/relying-party.ts'

const redis = await startRedis()
const idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'g:' } })
const trusted = idp.party(TRUSTED)

/** @returns the refresh token that is used next */
async function rotate(refreshToken: string, times: number): Promise<string> {
  let last = refreshToken
  for (let time = 0; time < times; time += 1) last = ((await trusted.refresh(last)).json() as TokenSet).refresh_token
  return last
}

// The audit trail, statistics, refusals and the node's heartbeat have other limits.
const keys = async (): Promise<readonly string[]> =>
  (await redis.admin.keys('g:*'))
    .filter((key) => !/^g:(?:[anw]|di?\{(?:audit|app-use|client-use|overview|stats)\}|r\d*:overview)/.test(key))
    .sort()
const sizeOf = async (pattern: string): Promise<number> => {
  const found = await redis.admin.keys(pattern)
  const sizes = await Promise.all(found.map((key) => redis.admin.memory('USAGE', key)))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

it('REF-24: a hundred rotations keep one family in one key of one size', async () => {
  const { refresh_token } = await idp.user().signIn(trusted, { scope: 'openid offline_access' })
  const early = await rotate(refresh_token, 10)
  const [keysBefore, sizeBefore] = [await keys(), await sizeOf('g:f*')]
  await rotate(early, 100)
  expect(await keys()).toEqual(keysBefore)
  expect(await sizeOf('g:f*')).toBeLessThan(sizeBefore + 200)
})

it('every key of a user, a token or a page has a time to live', async () => {
  const alice = idp.user()
  const tokens = await alice.signIn(trusted, { scope: 'openid offline_access' })
  await trusted.revoke(tokens.access_token)
  await alice.authorize(trusted)
  await idp.user().open(trusted)
  // Clients, documents and lists in order are what lasts; everything else must end by itself.
  const lasting = /^g:(?:c|d|li\{|le\{|o|a)/
  const endless = await Promise.all(
    (await redis.admin.keys('g:*'))
      .filter((name) => !lasting.test(name))
      .map(async (key) => [key, await redis.admin.ttl(key)] as const),
  )
  expect(endless.filter(([, ttl]) => ttl < 0)).toEqual([])
})

it('a revoked or replayed family is gone', async () => {
  const alice = idp.user()
  const families = async (): Promise<number> => (await redis.admin.keys('g:f*')).length
  const before = await families()
  const [one, two] = [
    await alice.signIn(trusted, { scope: 'openid offline_access' }),
    await alice.signIn(trusted, { scope: 'openid offline_access' }),
  ]
  expect(await families()).toBe(before + 2)
  await trusted.revoke(one.refresh_token)
  await rotate(two.refresh_token, 1)
  await trusted.refresh(two.refresh_token)
  expect(await families()).toBe(before)
})
