import type { Storage } from '../../lib/ports/storage.ts'
import { patientRedis } from '../support/patient-redis.ts'
import type { AdapterUnderTest } from './storage-contract.ts'

let stores = 0

/** Stores at one server or cluster: a unique key prefix makes each of them empty. */
export const redisUnderTest = (url: string): AdapterUnderTest => ({
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
})
