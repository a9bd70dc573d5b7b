/** The ways to run Portico: what holds for one must hold for all. */
import type { Mount } from './hosts.ts'
import { type Idp, type IdpOptions, sharedIdp, startIdp } from './idp.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

export type Start = (options?: Omit<IdpOptions, 'store' | 'mount'>) => Promise<Idp>

interface Deployment {
  readonly name: string
  readonly store: 'embedded' | 'redis' | 'postgres'
  readonly mount: Mount
}

const DEPLOYMENTS: readonly Deployment[] = [
  { name: 'embedded store, at the root', store: 'embedded', mount: 'root' },
  { name: 'embedded store, under /sso in a Koa app', store: 'embedded', mount: 'koa' },
  { name: 'Redis, at the root', store: 'redis', mount: 'root' },
]

/** Other deployments in place of these, for a file that runs the tests of other files (test/postgres). */
export const INSTEAD: { deployments?: readonly Deployment[]; postgres?: string } = {}

let prefixes = 0

/** Redis starts at first use and is shared; each provider has separate keys. */
export function starterOn({ store, mount }: Pick<Deployment, 'store' | 'mount'>): Start {
  let redis: Promise<RedisServer> | undefined
  return async (options = {}) => {
    if (store === 'embedded') return startIdp({ ...options, mount })
    if (store === 'postgres') {
      const at = { postgres: INSTEAD.postgres ?? '', schema: `t${(prefixes += 1)}` }
      return startIdp({ ...options, mount, store: at })
    }
    redis ??= startRedis()
    return startIdp({ ...options, mount, store: { redis: (await redis).url, keyPrefix: `t${(prefixes += 1)}:` } })
  }
}

/** Runs the block once per deployment. */
export function forEachDeployment(block: (start: Start, deployment: Deployment) => void): void {
  describe.each(INSTEAD.deployments ?? DEPLOYMENTS)('$name:', (deployment) => {
    block(starterOn(deployment), deployment)
  })
}

/** The same, with one provider for all tests of the block. */
export const onEachDeployment = (block: (idp: Idp, deployment: Deployment) => void): void =>
  forEachDeployment((start, deployment) => block(sharedIdp(start), deployment))
