/** The ways in which the service is run: what holds of one must hold of all. */
import type { Mount } from './hosts.ts'
import { type Idp, type IdpOptions, startIdp } from './idp.ts'
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

/** Runs the block once a deployment. What `start` gives ends with it. */
export function forEachDeployment(block: (start: Start, deployment: Deployment) => void): void {
  describe.each(DEPLOYMENTS)('$name:', (deployment) => {
    const running: Idp[] = []
    let redis: RedisServer | undefined
    afterAll(async () => {
      for (const idp of running) await idp.stop()
      await redis?.stop()
    })
    block(async (options = {}) => {
      if (deployment.store === 'redis') redis ??= await startRedis()
      const store =
        redis === undefined ? 'embedded' : ({ redis: redis.url, keyPrefix: `t${(prefixes += 1)}:` } as const)
      const idp = await startIdp({ ...options, store, mount: deployment.mount })
      running.push(idp)
      return idp
    }, deployment)
  })
}
