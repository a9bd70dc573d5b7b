import { asReadmeUser, redisUnderTest } from '../contract/redis-under-test.ts'
import { storageContract } from '../kit/index.ts'
import { startRedisCluster } from '../support/redis-server.ts'

const { url, masters } = await startRedisCluster()
storageContract('redis cluster of three masters', redisUnderTest(await asReadmeUser(url, masters)), { describe, it })
