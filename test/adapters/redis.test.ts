import type { Storage } from '../../lib/ports/storage.ts'
import { type AdapterUnderTest, storageContract } from '../contract/storage-contract.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis, startRedisCluster } from '../support/redis-server.ts'

let url = ''
let stores = 0

/** A key prefix of its own makes every store empty. */
const adapter: AdapterUnderTest = {
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  run: 'side by side',
  async open() {
    const keyPrefix = `t${(stores += 1)}:`
    const opened: Storage[] = []
    const another = async () => {
      const storage = patientRedis(url, { keyPrefix })
      opened.push(storage)
      await storage.open()
      return storage
    }
    const close = async () => void (await Promise.all(opened.map((storage) => storage.close())))
    return { storage: await another(), another, close }
  },
}

describe('one server:', () => {
  beforeAll(async () => {
    ;({ url } = await startRedis())
  })
  storageContract('redis', adapter)
})

describe('three masters:', () => {
  beforeAll(async () => {
    ;({ url } = await startRedisCluster())
  })
  storageContract('redis cluster', adapter)
})
