import { join } from 'node:path'
import type { Deployment } from '../config/configuration.ts'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import type { Storage } from '../ports/storage.ts'

/**
 * The store selected by the deployment variables. Loads only the driver that it needs.
 * @throws ConfigError if REDIS_URL is invalid, or two variables contradict each other
 */
export async function storageOf(deployment: Deployment): Promise<Storage> {
  const { redisUrl } = deployment
  const file = dataFileOf(deployment)
  if (redisUrl === undefined) {
    const { embeddedStorage } = await import('../../adapters/embedded/index.ts')
    return embeddedStorage(file === undefined ? {} : { file })
  }
  const { redisKeyPrefix: keyPrefix, redisTimeoutMs: commandTimeoutMs, redisWaitReplicas, redisWaitMs } = deployment
  if (redisWaitReplicas > 0 && redisWaitMs >= commandTimeoutMs)
    throw new ConfigError([
      configIssue('E1001', 'redisWaitMs', `less than REDIS_TIMEOUT_MS (${commandTimeoutMs})`, String(redisWaitMs)),
    ])
  const { redisStorage } = await import('../../adapters/redis/index.ts')
  const wait = redisWaitReplicas === 0 ? {} : { wait: { replicas: redisWaitReplicas, timeoutMs: redisWaitMs } }
  try {
    return redisStorage(redisUrl, { keyPrefix, commandTimeoutMs, ...wait })
  } catch (error) {
    // The message contains no part of the URL.
    throw new ConfigError([configIssue('E1001', 'REDIS_URL', 'a Redis URL', (error as Error).message)])
  }
}

/** The data file of the embedded store; undefined if there is none. */
export const dataFileOf = ({
  redisUrl,
  dataFolder,
  dataFile,
}: Pick<Deployment, 'redisUrl' | 'dataFolder' | 'dataFile'>): string | undefined =>
  redisUrl !== undefined || dataFolder === ':memory:' ? undefined : join(dataFolder, dataFile)
