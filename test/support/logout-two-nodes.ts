/** Two nodes of one service, each with a connection of its own to one store. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { PorticoOptions } from '../../lib/index.ts'
import { type Idp, startIdp } from './idp.ts'
import { newFolder } from './new-folder.ts'
import { startRedis } from './redis-server.ts'

export interface TwoNodes {
  readonly here: Idp
  readonly there: Idp
  stop(): Promise<void>
}

export const TWO_NODES: Readonly<Record<string, (options: Partial<PorticoOptions>) => Promise<TwoNodes>>> = {
  async 'two processes on one data file'(options) {
    const folder = newFolder()
    const open = (): Partial<PorticoOptions> => ({
      ...options,
      storage: embeddedStorage({ file: join(folder, 'portico.sqlite') }),
    })
    const here = await startIdp({ options: open() })
    const there = await startIdp({ issuer: here.issuer, options: open() })
    return {
      here,
      there,
      stop: async () => {
        await here.stop()
        await there.stop()
      },
    }
  },
  async 'two nodes on one Redis'(options) {
    const redis = await startRedis()
    const store = { redis: redis.url, keyPrefix: 'two:' }
    const here = await startIdp({ store, options })
    const there = await startIdp({ store, issuer: here.issuer, options })
    return {
      here,
      there,
      stop: async () => {
        await here.stop()
        await there.stop()
        await redis.stop()
      },
    }
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
