import { readFile } from 'node:fs/promises'
import type { Storage } from '../../lib/ports/storage.ts'
import { patientRedis } from '../support/patient-redis.ts'
import type { RedisServer } from '../support/redis-server.ts'
import type { AdapterUnderTest } from './storage-contract.ts'

let stores = 0

/** The rules of the only `ACL SETUSER` in the adapter's README. */
export async function readmeRules(): Promise<readonly string[]> {
  const [, rules = ''] = /^ACL SETUSER portico (.*)$/m.exec(await readFile('adapters/redis/README.md', 'utf8')) ?? []
  return rules.split(' ')
}

/** Makes that user on each server, and the only one who can do anything. @returns the URL with the user */
export async function asReadmeUser(url: string, servers: readonly Pick<RedisServer, 'admin'>[]): Promise<string> {
  for (const { admin } of servers) await admin.call('ACL', 'SETUSER', 'portico', ...(await readmeRules()))
  return url.replace('://', '://portico:PASSWORD@')
}

/** Stores at one server or cluster: a unique key prefix makes each of them empty. */
export const redisUnderTest = (url: string): AdapterUnderTest => ({
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  run: 'side by side',
  async open() {
    const keyPrefix = `sso:t${(stores += 1)}:`
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
