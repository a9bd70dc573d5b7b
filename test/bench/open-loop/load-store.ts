/** A store as its guide recommends it, so that a crash loses nothing, and the variables for it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../support/postgres.ts'
import { startRedis } from '../../support/redis-server.ts'

export interface LoadStore {
  /** Product and version, and its settings for durability. */
  readonly about: string
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export const LOAD_STORES = {
  async redis() {
    const server = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
    const version = /^redis_version:(\S+)/m.exec(await server.admin.info('server'))?.[1]
    return {
      about: `Redis ${version}, appendfsync always`,
      variables: { REDIS_URL: server.url, REDIS_TIMEOUT_MS: '2000' },
      stop: server.stop,
    }
  },
  async postgres() {
    const server = await startPostgres({ fsync: 'on' })
    const [row] = await server.admin('SHOW server_version')
    return {
      about: `PostgreSQL ${String(row?.['server_version']).split(' ', 1)[0]}, synchronous_commit on`,
      variables: { DATABASE_URL: server.url },
      stop: server.stop,
    }
  },
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'portico-load-'))
    return {
      about: `embedded store, SQLite ${process.versions['sqlite']}`,
      variables: { PORTICO_DATA: folder },
      stop: () => rm(folder, { recursive: true, force: true }),
    }
  },
} as const satisfies Readonly<Record<string, () => Promise<LoadStore>>>

export type LoadStoreName = keyof typeof LOAD_STORES
