import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import type { Configuration } from '../config/configuration.ts'
import { readEnvironment } from '../config/environment.ts'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import { obtainRootSecret } from '../config/root-secret.ts'
import type { Sources } from '../config/sources/layers.ts'
import type { Variables } from '../config/sources/variables.ts'
import { serverUrlOf } from './deployment-storage.ts'

/** Maximum length of a node name before the worker number is appended. With it, a name can have 64 characters. */
const NAME_LENGTH = 58

/** Validated settings, and values derived from them. */
export type ServeSettings = Awaited<ReturnType<typeof readSettings>>

/** @throws ConfigError with every issue */
export async function readSettings(env: Variables) {
  const { configuration, deployment, sources } = readEnvironment(env)
  /** Undefined if data is kept only in memory. */
  const dataFolder = deployment.dataFolder === ':memory:' ? undefined : deployment.dataFolder
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(configuration.baseUrl).hostname)
  /** Number of processes that serve requests. */
  const workers = deployment.workers === 'auto' ? availableParallelism() : Number(deployment.workers)
  if (workers > 1 && serverUrlOf(deployment) === undefined && dataFolder === undefined)
    throw new ConfigError([
      configIssue(
        'E1006',
        'WORKERS',
        '1, or a store that several processes may share (DATABASE_URL, REDIS_URL, a folder)',
        'memory',
      ),
    ])
  const root = await obtainRootSecret({ configured: configuration.secret, dataFolder, isLocalhost })
  return { configuration: named(configuration, sources), deployment, sources, root, dataFolder, isLocalhost, workers }
}

/** Appends the worker number to a node name from the environment. The default name already contains the process ID. */
function named(configuration: Configuration, sources: Sources): Configuration {
  if (cluster.worker === undefined || sources['nodeName']?.from !== 'env') return configuration
  return { ...configuration, nodeName: `${configuration.nodeName.slice(0, NAME_LENGTH)}:${cluster.worker.id}` }
}

/** Whether the metrics contain the totals of all workers rather than the values of one. */
export const sumsMetrics = ({ configuration: { metrics }, workers }: ServeSettings): boolean =>
  workers > 1 && (metrics.port !== undefined || metrics.token !== undefined)

/** The demo is only for trying out Portico on localhost without a configuration file. */
export const wantsDemo = ({ configuration: { baseUrl }, deployment, isLocalhost }: ServeSettings): boolean =>
  deployment.configFile === undefined && isLocalhost && baseUrl.startsWith('http:')
