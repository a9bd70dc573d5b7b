/** Where sessions can be: in memory or in Redis. */
import type { Redis } from 'ioredis'
import { unavailable } from './client-error.ts'

/** What sessions need of a store: texts that expire. */
export interface SessionRecords {
  get(key: string): Promise<string | undefined>
  /** @returns false if the key exists and must not */
  set(key: string, value: string, seconds: number, onlyNew?: 'only-new'): Promise<boolean>
  delete(key: string): Promise<void>
}

/** The part of an ioredis client that is used. */
export interface RedisClient {
  call(command: string, ...words: (string | number)[]): Promise<unknown>
}

const COMMAND_MS = 2_000

/** Sessions in the memory of one process. A restart ends them. */
export function memorySessions(): SessionRecords {
  const records = new Map<string, { readonly value: string; readonly timer: NodeJS.Timeout }>()
  const remove = (key: string): void => {
    clearTimeout(records.get(key)?.timer)
    records.delete(key)
  }
  return {
    get: async (key) => records.get(key)?.value,
    async set(key, value, seconds, onlyNew) {
      if (onlyNew !== undefined && records.has(key)) return false
      remove(key)
      records.set(key, { value, timer: setTimeout(remove, seconds * 1000, key).unref() })
      return true
    },
    delete: async (key) => remove(key),
  }
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
    return client.on('error', () => undefined)
  }
  const call = async (command: string, key: string, ...words: (string | number)[]): Promise<unknown> => {
    try {
      const client = typeof source === 'string' ? await (opening ??= open(source)) : source
      return await client.call(command, keyPrefix + key, ...words)
    } catch (error) {
      throw unavailable('The sessions in Redis cannot be read.', error)
    }
  }
  return {
    get: async (key) => ((await call('GET', key)) ?? undefined) as string | undefined,
    set: async (key, value, seconds, onlyNew) => {
      const words = [value, 'EX', Math.max(1, Math.ceil(seconds)), ...(onlyNew === undefined ? [] : ['NX'])]
      return (await call('SET', key, ...words)) === 'OK'
    },
    delete: async (key) => void (await call('DEL', key)),
  }
}
