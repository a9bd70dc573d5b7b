import { COMMANDS } from '../../adapters/redis/rights.ts'
import { asReadmeUser, readmeRules, redisUnderTest } from '../contract/redis-under-test.ts'
import { storageContract } from '../kit/index.ts'
import { startRedis } from '../support/redis-server.ts'

const server = await startRedis()
storageContract('redis, as the user of README.md,', redisUnderTest(await asReadmeUser(server.url, [server])), {
  describe,
  it,
})

it('the user of README.md has the rights that a start checks', async () => {
  const line = (await readmeRules()).filter((rule) => rule.startsWith('+'))
  expect(line.map((rule) => rule.slice(1).toUpperCase())).toEqual(expect.arrayContaining([...COMMANDS]))
})
