import type { Redis } from 'ioredis'
import { unavailable } from './client-error.ts'
import type { SessionRecords } from './session-records.ts'

const COMMAND_MS = 2_000

/** The part of an ioredis client that is used. */
export interface RedisClient {
  /** Sends one command. */
  call(command: string, ...words: (string | number)[]): Promise<unknown>
}

/**
 * Sessions in Redis, encrypted, for any number of processes.
 * @param source URL, or a client of ioredis
 * @example redisSessions('redis://localhost:6379')
 */
export function redisSessions(source: string | RedisClient, { keyPrefix = 'portico-client:' } = {}): SessionRecords {
  let opening: Promise<Redis> | undefined
  const open = async (url: string): Promise<Redis> => {
    const { Redis } = await import('ioredis')
    const client = new Redis(url, { commandTimeout: COMMAND_MS, maxRetriesPerRequest: 1 })
    // Each command reports its failure.
    client.on('error', () => undefined)
    return client
  }
  const run = async <T>(command: (client: RedisClient) => Promise<T>): Promise<T> => {
    try {
      return await command(typeof source === 'string' ? await (opening ??= open(source)) : source)
    } catch (error) {
      throw unavailable('The sessions in Redis cannot be read.', error)
    }
  }
  return {
    get: (key) =>
      run(async (client) => ((await client.call('GET', keyPrefix + key)) ?? undefined) as string | undefined),
    set: (key, value, seconds, onlyNew) =>
      run(async (client) => {
        const words = [keyPrefix + key, value, 'EX', Math.max(1, Math.ceil(seconds))]
        return (await client.call('SET', ...words, ...(onlyNew === undefined ? [] : ['NX']))) === 'OK'
      }),
    delete: (key) => run(async (client) => void (await client.call('DEL', keyPrefix + key))),
    close: async () => (await opening)?.disconnect(),
  }
}
