/** Two nodes of one provider, each with a separate connection to one store. */
import type { PorticoOptions } from '../../lib/index.ts'
import { type Idp, type Node, startIdp } from './idp.ts'
import { sharedStore } from './logout-processes.ts'
import { startRedis } from './redis-server.ts'

export interface TwoNodes {
  readonly here: Idp
  readonly there: Node
  stop(): Promise<void>
}

export const TWO_NODES: Readonly<Record<string, (options: Partial<PorticoOptions>) => Promise<TwoNodes>>> = {
  async 'two processes on one data file'(options) {
    const { open } = sharedStore(undefined, '')
    const here = await startIdp({ options: { ...options, storage: open() } })
    const there = await startIdp({ issuer: here.issuer, options: { ...options, storage: open() } })
    return { here, there, stop: () => there.stop().then(here.stop) }
  },
  async 'two nodes on one Redis'(options) {
    const redis = await startRedis()
    const here = await startIdp({ store: { redis: redis.url, keyPrefix: 'two:' }, options })
    return { here, there: await here.anotherNode(), stop: here.stop }
  },
}

/** A directory without delay, because these races do not include password checks. */
export function quickDirectory(subs: readonly string[]): NonNullable<PorticoOptions['accounts']> {
  return {
    find: async (sub: string) => (subs.includes(sub) ? { sub, name: sub } : undefined),
    authenticate: async ({ username }: { readonly username: string }) =>
      subs.includes(username) ? { sub: username, name: username } : undefined,
  }
}
