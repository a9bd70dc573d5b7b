import { type AddressInfo, createServer } from 'node:net'
import { mock } from 'node:test'
import type { Redis } from 'ioredis'
import { makeDriver } from '../../adapters/redis/driver.ts'
import { type RedisStorageOptions, redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
/** Without waiting for a time-out: the driver waits two seconds for an answer. A busy machine pauses for tenths of a second. */
const AT_ONCE = 1_500
/** After one time-out, and well before a caller's patience is over. */
const IN_TIME = 4_000

const opened: { close(): Promise<void> }[] = []
let server: RedisServer
beforeAll(async () => {
  server = await startRedis({ config: { 'enable-protected-configs': 'yes' } })
})
afterAll(() => server.stop())
beforeEach(() => server.admin.flushall())
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function open(port: number, options?: RedisStorageOptions): Promise<Storage> {
  const storage = redisStorage(`redis://127.0.0.1:${port}`, options)
  opened.push(storage)
  await storage.open()
  return storage
}

async function openThroughProxy(
  options?: RedisStorageOptions,
): Promise<{ readonly storage: Storage; readonly proxy: TcpProxy }> {
  const proxy = await startProxy(server.port)
  opened.push(proxy)
  return { storage: await open(proxy.port, options), proxy }
}

async function expectUnavailable(
  step: Promise<unknown>,
  outcomeUnknown: boolean,
  withinMs: number,
): Promise<StoreUnavailable> {
  const begun = performance.now()
  const error = await step.then(
    (answer) => ({ answer }),
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error).toMatchObject({ outcomeUnknown })
  expect(performance.now() - begun).toBeLessThan(withinMs)
  return error as StoreUnavailable
}

const works = (storage: Storage) => storage.records.put('k', 'works', 'v', LONG).then(() => true)

describe('a server that is gone:', () => {
  it('steps fail at once or within the timeout; when it is back they work again, and what was kept is there', async () => {
    const lasting = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
    opened.push({ close: () => lasting.stop() })
    const storage = await open(lasting.port)
    await storage.families.issue('f', 'one', LONG)
    await lasting.crash()
    await expectUnavailable(storage.families.read('f'), false, IN_TIME)
    await expectUnavailable(storage.tokenState.look({ family: 'f', clients: ['c'] }), false, AT_ONCE)
    await expectUnavailable(storage.families.replace('f', 'one', 'two', LONG), false, AT_ONCE)
    await expectUnavailable(storage.ping(), false, IN_TIME)
    await lasting.start()
    const begun = performance.now()
    await until(() => works(storage))
    expect(performance.now() - begun).toBeLessThan(IN_TIME)
    expect(await storage.families.read('f')).toBe('one')
    expect(await storage.families.replace('f', 'one', 'two', LONG)).toBe('replaced')
  })

  it('steps under way fail as soon as the connection breaks; those that write do not know their outcome', async () => {
    const { storage, proxy } = await openThroughProxy()
    proxy.pause()
    const [read, take] = [storage.families.read('f'), storage.records.take('k', 'i')]
    setTimeout(() => proxy.cut(), 50)
    await Promise.all([expectUnavailable(read, false, AT_ONCE), expectUnavailable(take, true, AT_ONCE)])
  })

  it('a store that cannot be reached is not opened, and can be opened later', async () => {
    const late = await startRedis()
    await late.crash()
    const storage = redisStorage(late.url)
    opened.push({ close: () => late.stop() }, storage)
    expect((await expectUnavailable(storage.open(), false, IN_TIME)).message).toContain('ECONNREFUSED')
    await late.start()
    await storage.open()
  })

  it('a store is closed in time when its server is gone', async () => {
    const { storage, proxy } = await openThroughProxy()
    proxy.dropReplies()
    const replaced = storage.families.replace('f', 'one', 'two', LONG).catch(() => undefined)
    proxy.pause()
    const begun = performance.now()
    await storage.close()
    expect(performance.now() - begun).toBeLessThan(5_000)
    await replaced
  })
})

describe('a network that says nothing any more:', () => {
  it('is noticed: steps fail within the timeout, and the dead connection is given up for a new one', async () => {
    const { storage, proxy } = await openThroughProxy()
    await works(storage)
    proxy.pause()
    await expectUnavailable(storage.families.read('f'), false, IN_TIME)
    await new Promise((resolve) => setTimeout(resolve, 700))
    // Nothing answers on the new connection either, but it is known not to be ready.
    await expectUnavailable(storage.families.read('f'), false, AT_ONCE)
    proxy.resume()
    const begun = performance.now()
    await until(() => works(storage))
    expect(performance.now() - begun).toBeLessThan(IN_TIME)
  })

  it("answers that come too late are nobody's: the next step gets its own", async () => {
    const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 300 })
    for (const id of ['a', 'b']) await until(() => storage.families.issue(id, `record ${id}`, LONG).then(() => true))
    proxy.delay(200)
    await expectUnavailable(storage.families.read('a'), false, AT_ONCE)
    proxy.delay(0)
    await until(() => works(storage))
    expect(await storage.families.read('b')).toBe('record b')
  })

  it('goes up and down for ten seconds: every step is answered in time, and no connection is left over', async () => {
    const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 500 })
    const end = performance.now() + 10_000
    let isUp = true
    const flapping = setInterval(() => {
      isUp = !isUp
      if (isUp) proxy.resume()
      else proxy.pause()
    }, 1_000)
    const words = new Set<string>()
    while (performance.now() < end) {
      const begun = performance.now()
      words.add(
        await storage.families.read('f').then(
          () => 'answered',
          (error: Error) => error.name,
        ),
      )
      expect(performance.now() - begun).toBeLessThan(AT_ONCE)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    clearInterval(flapping)
    expect([...words].toSorted()).toEqual(['StoreUnavailable', 'answered'])
    proxy.resume()
    await until(() => works(storage))
    const clients = String(await server.admin.client('LIST'))
      .split('\n')
      .filter((line) => line.includes('name=portico'))
    expect(clients.length).toBeLessThanOrEqual(2)
  })
})

describe('a server that refuses:', () => {
  it('READONLY, a master that became a replica: unavailable until it is master again', async () => {
    const storage = await open(server.port)
    await storage.families.issue('f', 'one', LONG)
    const master = await startRedis()
    opened.push({ close: () => master.stop() })
    await server.admin.replicaof('127.0.0.1', master.port)
    await until(async () => /master_link_status:up/.test(await server.admin.info('replication')))
    const { message } = await expectUnavailable(storage.families.issue('g', 'one', LONG), false, AT_ONCE)
    expect(message).toContain('READONLY')
    await server.admin.replicaof('NO', 'ONE')
    const begun = performance.now()
    await until(() => works(storage))
    expect(performance.now() - begun).toBeLessThan(IN_TIME)
  })

  it('READONLY, heard by many at once: the connection is left once, and the next one too if it is no better', async () => {
    const { client } = makeDriver(server.url, 500)
    const leaves = () =>
      (client as Redis).options.reconnectOnError?.(new Error('READONLY You can not write against a replica.'))
    expect(Array.from({ length: 20 }, leaves).filter((answer) => answer === true)).toHaveLength(1)
    expect((client as Redis).options.reconnectOnError?.(new Error('OOM command not allowed'))).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(leaves()).toBe(true)
    client.disconnect()
  })

  it('OOM: what needs memory is unavailable and not done; reading and revoking go on', async () => {
    const storage = await open(server.port)
    await storage.families.issue('f', 'one', LONG)
    await storage.families.issue('g', 'one', LONG)
    await server.admin.config('SET', 'maxmemory', '1')
    const { families, subjects, clients } = storage
    for (const step of [
      () => families.issue('h', 'one', LONG),
      () => families.replace('f', 'one', 'two', LONG),
      () => clients.create({ id: 'c', record: 'r', redirectUris: [] }),
    ])
      expect((await expectUnavailable(step(), false, AT_ONCE)).message).toContain('OOM')
    expect(await families.read('f')).toBe('one')
    await families.settled('f')
    await families.revoke('g')
    await subjects.revoke('alice')
    await subjects.endSession('alice', 's', LONG)
    await server.admin.config('SET', 'maxmemory', '0')
    expect(await families.read('g')).toBeUndefined()
    expect(await subjects.read('alice', 's')).toEqual({
      generation: 1,
      sessionEnded: true,
      sessionRevoked: false,
      clientGeneration: 0,
      rolesGeneration: 0,
    })
    expect(await families.replace('f', 'one', 'two', LONG)).toBe('replaced')
  })

  it('MISCONF, a disk that cannot be written: unavailable, and it works again when it can', async () => {
    const storage = await open(server.port)
    const [, folder = ''] = (await server.admin.config('GET', 'dir')) as string[]
    await server.admin.config('SET', 'dir', '/proc')
    await server.admin.config('SET', 'save', '3600 1')
    await server.admin.bgsave().catch(() => undefined)
    await until(async () => /rdb_last_bgsave_status:err/.test(await server.admin.info('persistence')))
    expect((await expectUnavailable(works(storage), false, AT_ONCE)).message).toContain('MISCONF')
    await server.admin.config('SET', 'dir', folder)
    await server.admin.bgsave()
    await until(async () => /rdb_last_bgsave_status:ok/.test(await server.admin.info('persistence')))
    await server.admin.config('SET', 'save', '')
    expect(await works(storage)).toBe(true)
  })

  it('BUSY, a script of somebody else that does not end: unavailable until it is killed', async () => {
    const storage = await open(server.port)
    await server.admin.config('SET', 'busy-reply-threshold', '50')
    const endless = server.admin.duplicate()
    endless.on('error', () => undefined)
    const script = endless.eval('while true do end', 0).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(
      (await expectUnavailable(storage.families.replace('f', 'one', 'two', LONG), false, AT_ONCE)).message,
    ).toContain('BUSY')
    await server.admin.script('KILL')
    await script
    endless.disconnect()
    expect(await works(storage)).toBe(true)
  })

  it('a password that is wrong: not opened; neither the answer nor the reason shows it', async () => {
    await server.admin.acl('SETUSER', 'portico', 'on', '>correct', '~*', '+@all')
    const storage = redisStorage(`redis://portico:wrong-horse@127.0.0.1:${server.port}`)
    opened.push(storage)
    const error = await expectUnavailable(storage.open(), false, IN_TIME)
    expect(error.message).toBe(`redis answered WRONGPASS at 127.0.0.1:${server.port}`)
    expect(JSON.stringify([error, error.stack, error.cause, { ...error }])).not.toContain('wrong-horse')
    const right = redisStorage(`redis://portico:correct@127.0.0.1:${server.port}`)
    opened.push(right)
    await right.open()
    expect(await works(right)).toBe(true)
  })

  const refusals = ['LOADING', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'NOAUTH', 'EXECABORT', 'NOREPLICAS']
  it.each(refusals)('%s: unavailable, and known not to be done', async (code) => {
    // A server that answers the greeting and refuses to set anything.
    const answers: Record<string, string> = {
      hello: '%1\r\n$6\r\nserver\r\n$5\r\nredis\r\n',
      client: '+OK\r\n',
      info: '$11\r\nloading:0\r\n\r\n',
      ping: '+PONG\r\n',
      set: `-${code} not now\r\n`,
    }
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        for (const [, name = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
          socket.write(answers[name.toLowerCase()] ?? '-ERR unknown command\r\n')
        }
      })
    })
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    const storage = redisStorage(`redis://127.0.0.1:${(refusing.address() as AddressInfo).port}`)
    await storage.open().catch(() => undefined)
    const { message } = await expectUnavailable(storage.families.issue('f', 'one', LONG), false, AT_ONCE)
    expect(message).toBe(`issuing a token family: redis answered ${code}`)
    await storage.close()
    refusing.close()
  })
})

it('nothing of all this is printed', async () => {
  const ways = ['log', 'warn', 'error', 'info'] as const
  const printed = ways.map((way) => mock.method(console, way, () => undefined).mock)
  const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 200 })
  proxy.cut()
  proxy.pause()
  await storage.families.read('f').catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  proxy.resume()
  await until(() => works(storage))
  await storage.close()
  for (const spy of printed) spy.restore()
  expect(printed.map((spy) => spy.callCount())).toEqual([0, 0, 0, 0])
})
