/** Two requests at a time, in every order, on the adapters: the promises about codes, tokens and revocations hold. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { redisUnderTest } from '../contract/redis-under-test.ts'
import { prove } from '../kit/index.ts'
import { newFolder } from '../support/new-folder.ts'
import { startRedis } from '../support/redis-server.ts'

const pass = async () => {}

it('the embedded adapter, in a file', async () => {
  const file = join(newFolder(), 'portico.sqlite')
  const { holds, story, orders } = await prove({
    run: 'side by side',
    pass,
    // One process per file: both nodes are in it.
    async open() {
      const storage = embeddedStorage({ file })
      await storage.open()
      return { storage, another: async () => storage, close: () => storage.close() }
    },
  })
  expect([story, holds]).toEqual([[], true])
  process.stdout.write(`orders on the embedded adapter: ${orders}\n`)
})

it('redis', async () => {
  const { holds, story, orders } = await prove(redisUnderTest((await startRedis()).url))
  expect([story, holds]).toEqual([[], true])
  process.stdout.write(`orders on redis: ${orders}\n`)
})

it('a store that cannot be opened, or lacks a method, is an error', async () => {
  const open = async () => {
    const storage = embeddedStorage()
    await storage.open()
    const { takeBack: _, ...families } = storage.families
    const lacking = { ...storage, families } as unknown as typeof storage
    return { storage: lacking, another: async () => lacking, close: () => storage.close() }
  }
  await expect(prove({ run: 'in turn', pass, open })).rejects.toThrow('the store lacks families.takeBack')
  const refused = async () => Promise.reject(new Error('connect ECONNREFUSED'))
  await expect(prove({ run: 'in turn', pass, open: refused })).rejects.toThrow('connect ECONNREFUSED')
})
