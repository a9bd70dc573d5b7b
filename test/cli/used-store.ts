/** The embedded store of a folder: as a service leaves it, as the tests open it, and as variables name it. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { storeIdentity } from '../../lib/domain/nodes/store-identity.ts'
import type { Storage } from '../../lib/index.ts'
import { SILENT } from '../../lib/ports/logger.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'

const LOCAL = 'http://localhost:3000'

/** An open store becomes one that a service has used, as the start of a service makes it. */
export const usedBy = (storage: Storage, issuer = LOCAL): Promise<void> =>
  storeIdentity(storage.documents, issuer, SILENT).enter()

export const storeIn = (folder: string): Storage => embeddedStorage({ file: join(folder, 'portico.sqlite') })

/** Opens the store for this work alone. */
export async function withStore<T>(folder: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = storeIn(folder)
  await storage.open()
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

/** What the command line needs of a service on localhost with its store in this folder. */
export const variablesOf = (folder: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  BASE_URL: LOCAL,
  PORTICO_DATA: folder,
  PORTICO_SECRET: ROOT_SECRET,
  ...more,
})
