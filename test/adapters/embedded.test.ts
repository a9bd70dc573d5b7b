/** The embedded adapter keeps the storage contract, in memory and in a file. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { type AdapterUnderTest, storageContract } from '../kit/index.ts'
import { newFolder } from '../support/new-folder.ts'

let clock = 1_763_736_000_000
const now = () => clock
const pass: AdapterUnderTest['pass'] = async (ms) => {
  clock += ms
}

storageContract(
  'the embedded adapter in memory',
  {
    pass,
    run: 'in turn',
    // Memory belongs to one process: its second node is the first.
    async open() {
      const storage = embeddedStorage({ now })
      await storage.open()
      return { storage, another: async () => storage, close: () => storage.close() }
    },
  },
  { describe, it },
)

storageContract(
  'the embedded adapter in a file',
  {
    pass,
    run: 'in turn',
    async open() {
      const folder = newFolder()
      const opened: Storage[] = []
      async function another(): Promise<Storage> {
        const storage = embeddedStorage({ file: join(folder, 'portico.sqlite'), now })
        await storage.open()
        opened.push(storage)
        return storage
      }
      return {
        storage: await another(),
        another,
        async close() {
          for (const storage of opened) await storage.close()
        },
      }
    },
  },
  { describe, it },
)
