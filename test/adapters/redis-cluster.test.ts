import { redisUnderTest } from '../contract/redis-under-test.ts'
import { storageContract } from '../contract/storage-contract.ts'
import { startRedisCluster } from '../support/redis-server.ts'

storageContract('redis cluster of three masters', redisUnderTest((await startRedisCluster()).url))
