import { join } from 'node:path'
import type { Deployment } from '../config/configuration.ts'
import { installLine, isInstalled } from '../config/drivers.ts'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import type { Storage } from '../ports/storage.ts'

/**
 * The store selected by the deployment variables. Loads only the driver that it needs.
 * @param tables `expect`: `open` fails if PostgreSQL does not have the tables
 * @throws ConfigError if a URL is invalid, two variables contradict each other, or the driver is not installed
 */
export async function storageOf(deployment: Deployment, tables: 'create' | 'expect' = 'create'): Promise<Storage> {
  const { redisUrl, databaseUrl } = deployment
  const file = dataFileOf(deployment)
  if (databaseUrl !== undefined) return postgresOf(databaseUrl, deployment, tables === 'create')
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

async function postgresOf(
  url: string,
  { databaseSchema: schema, databaseConnections: maxConnections, databaseTimeoutMs: timeoutMs }: Deployment,
  createsTables: boolean,
): Promise<Storage> {
  if (!isInstalled('pg'))
    throw new ConfigError([
      configIssue('E1013', 'DATABASE_URL', 'an installed package: pg', 'none', installLine(['pg'])),
    ])
  const { postgresStorage } = await import('../../adapters/postgres/index.ts')
  try {
    return postgresStorage(url, { schema, maxConnections, timeoutMs, createsTables })
  } catch (error) {
    throw new ConfigError([configIssue('E1001', 'DATABASE_URL', 'a PostgreSQL URL', (error as Error).message)])
  }
}

/** URL of the server with the store; undefined for the embedded store. */
export const serverUrlOf = ({ redisUrl, databaseUrl }: Pick<Deployment, 'redisUrl' | 'databaseUrl'>) =>
  redisUrl ?? databaseUrl

/** The data file of the embedded store; undefined if there is none. */
export const dataFileOf = (
  deployment: Pick<Deployment, 'redisUrl' | 'databaseUrl' | 'dataFolder' | 'dataFile'>,
): string | undefined =>
  serverUrlOf(deployment) !== undefined || deployment.dataFolder === ':memory:'
    ? undefined
    : join(deployment.dataFolder, deployment.dataFile)
