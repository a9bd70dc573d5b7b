import { join } from 'node:path'
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { redisStorage } from '../../../adapters/redis/index.ts'
import type { Deployment } from '../../config/configuration.ts'
import type { Storage } from '../../ports/storage.ts'

/** The store that the variables name, the same as the service's, not yet opened. */
export function namedStore({ dataFolder, redisUrl }: Pick<Deployment, 'dataFolder' | 'redisUrl'>): Storage {
  if (redisUrl !== undefined) return redisStorage(redisUrl)
  return embeddedStorage(dataFolder === ':memory:' ? {} : { file: dataFileIn(dataFolder) })
}

export const dataFileIn = (folder: string): string => join(folder, 'portico.sqlite')
