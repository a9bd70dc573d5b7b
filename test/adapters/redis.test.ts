import { redisUnderTest } from '../contract/redis-under-test.ts'
import { storageContract } from '../contract/storage-contract.ts'
import { startRedis } from '../support/redis-server.ts'

storageContract('redis', redisUnderTest((await startRedis()).url))
