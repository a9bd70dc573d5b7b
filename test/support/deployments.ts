/** The ways in which the service is run: what holds of one must hold of all. */
import type { Mount } from './hosts.ts'
import { type Idp, type IdpOptions, sharedIdp, startIdp } from './idp.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

export type Start = (options?: Omit<IdpOptions, 'store' | 'mount'>) => Promise<Idp>

interface Deployment {
  readonly name: string
  readonly store: 'embedded' | 'redis'
  readonly mount: Mount
}

const DEPLOYMENTS: readonly Deployment[] = [
  { name: 'embedded store, at the root', store: 'embedded', mount: 'root' },
  { name: 'embedded store, under /sso in a Koa app', store: 'embedded', mount: 'koa' },
  { name: 'Redis, at the root', store: 'redis', mount: 'root' },
]

let prefixes = 0

/** A Redis is started when it is needed first, and shared: each service has keys of its own. */
export function starterOn({ store, mount }: Pick<Deployment, 'store' | 'mount'>): Start {
  let redis: Promise<RedisServer> | undefined
  return async (options = {}) => {
    if (store === 'embedded') return startIdp({ ...options, mount })
    redis ??= startRedis()
    return startIdp({ ...options, mount, store: { redis: (await redis).url, keyPrefix: `t${(prefixes += 1)}:` } })
  }
}

/** Runs the block once a deployment. */
export function forEachDeployment(block: (start: Start, deployment: Deployment) => void): void {
  describe.each(DEPLOYMENTS)('$name:', (deployment) => {
    block(starterOn(deployment), deployment)
  })
}

/** The same, with one service for all tests of the block. */
export const onEachDeployment = (block: (idp: Idp, deployment: Deployment) => void): void =>
  forEachDeployment((start, deployment) => block(sharedIdp(start), deployment))
