import { postgresStorage } from '../../adapters/postgres/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import type { AdapterUnderTest } from './storage-contract.ts'

let stores = 0

/** Stores at one server: a schema of its own makes each of them empty. */
export const postgresUnderTest = (url: string): AdapterUnderTest => ({
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  run: 'side by side',
  async open() {
    const schema = `t"${(stores += 1)}`
    const opened: Storage[] = []
    const another = async () => {
      const storage = postgresStorage(url, { schema, timeoutMs: GENEROUS_MS, maxConnections: 5 })
      opened.push(storage)
      await storage.open()
      return storage
    }
    const close = async () => void (await Promise.all(opened.map((storage) => storage.close())))
    return { storage: await another(), another, close }
  },
})
