import { Redis } from 'ioredis'
import { redisStorage } from '../../adapters/redis/index.ts'
import { parseRedisAddress } from '../../adapters/redis/source.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { startRedis } from '../support/redis-server.ts'
import { words } from '../support/words.ts'

describe('the address:', () => {
  it('one server', () => {
    expect(parseRedisAddress('redis://cache')).toEqual({
      kind: 'standalone',
      tls: false,
      db: 0,
      hosts: [{ host: 'cache', port: 6379 }],
    })
    expect(parseRedisAddress('rediss://app:p%40ss@cache:6380/3')).toEqual({
      kind: 'standalone',
      tls: true,
      db: 3,
      username: 'app',
      password: 'p@ss',
      hosts: [{ host: 'cache', port: 6380 }],
    })
    expect(parseRedisAddress('redis://:a/b@c:d@[::1]:6380')).toMatchObject({
      password: 'a/b@c:d',
      hosts: [{ host: '::1', port: 6380 }],
    })
  })

  it('a group behind Sentinel', () => {
    expect(parseRedisAddress('redis+sentinel://:secret@a:1,b/portico/2?sentinel_password=other')).toEqual({
      kind: 'sentinel',
      tls: false,
      db: 2,
      password: 'secret',
      master: 'portico',
      sentinelPassword: 'other',
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 26379 },
      ],
    })
    expect(() => parseRedisAddress('redis+sentinel://a:1')).toThrow('name the master group')
  })

  it('a cluster', () => {
    expect(parseRedisAddress('redis+cluster://a:1,b:2')).toEqual({
      kind: 'cluster',
      tls: false,
      db: 0,
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    })
    expect(parseRedisAddress('rediss+cluster://a')).toMatchObject({ kind: 'cluster', tls: true })
    expect(() => parseRedisAddress('redis+cluster://a/1')).toThrow('database')
  })

  const malformed = words`
    http://cache redis:cache redis:// redis://user:hunter2@ redis://user:hunter2@cache:port
    redis://user:hunter2@cache/x redis+x://user:hunter2@cache redis://user:hunter2@a:99999
  `
  it.each(['', ...malformed])('%s is refused in words that repeat nothing of it', (address) => {
    let message = ''
    try {
      redisStorage(address)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(/^the redis address must/)
    expect(message).not.toContain('hunter2')
  })

  it('options that cannot work are refused', () => {
    expect(() => redisStorage('redis://cache', { keyPrefix: '{sso}:' })).toThrow('braces')
    expect(() => redisStorage('redis://cache', { wait: { replicas: 1, timeoutMs: 2_000 } })).toThrow('commandTimeoutMs')
  })
})

it('the client of the host is left alone: the store opens another connection to the same database', async () => {
  const server = await startRedis()
  const host = new Redis(server.port, '127.0.0.1', { keyPrefix: 'host:', db: 2 })
  stoppedAtEnd({ stop: () => host.disconnect() })
  const storage = redisStorage(host, { keyPrefix: 'id:' })
  await storage.open()
  await storage.records.put('k', 'i', 'v', 60_000)
  await storage.close()
  expect(await host.set('a', '1')).toBe('OK')
  await server.admin.select(2)
  expect((await server.admin.keys('*')).toSorted()).toEqual(['host:a', 'id:r1:k:i'])
})
