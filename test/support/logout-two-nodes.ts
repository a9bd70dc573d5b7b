/** Two nodes of one service, each with a connection of its own to one store. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { PorticoOptions } from '../../lib/index.ts'
import { type Idp, type IdpOptions, startIdp } from './idp.ts'
import { newFolder } from './new-folder.ts'
import { startRedis } from './redis-server.ts'

export interface TwoNodes {
  readonly here: Idp
  readonly there: Idp
  stop(): Promise<void>
}

/** @param options of each node, made for it */
async function started(options: () => IdpOptions): Promise<TwoNodes> {
  const here = await startIdp(options())
  const there = await startIdp({ issuer: here.issuer, ...options() })
  return {
    here,
    there,
    stop: async () => {
      await here.stop()
      await there.stop()
    },
  }
}

export const TWO_NODES: Readonly<Record<string, (options: Partial<PorticoOptions>) => Promise<TwoNodes>>> = {
  async 'two processes on one data file'(options) {
    const file = join(newFolder(), 'portico.sqlite')
    return started(() => ({ options: { ...options, storage: embeddedStorage({ file }) } }))
  },
  async 'two nodes on one Redis'(options) {
    const redis = await startRedis()
    return started(() => ({ store: { redis: redis.url, keyPrefix: 'two:' }, options }))
  },
}

/** A directory that answers at once: what is raced is not the checking of passwords. */
export function quickDirectory(subs: readonly string[]): NonNullable<PorticoOptions['accounts']> {
  return {
    find: async (sub: string) => (subs.includes(sub) ? { sub, name: sub } : undefined),
    authenticate: async ({ username }: { readonly username: string }) =>
      subs.includes(username) ? { sub: username, name: username } : undefined,
  }
}
