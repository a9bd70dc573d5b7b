import { mock } from 'node:test'
import type { Redis } from 'ioredis'
import { makeDriver } from '../../adapters/redis/driver.ts'
import { type RedisStorageOptions, redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { HANG_MS } from '../support/patience.ts'
import { connectionsTo, startRedis } from '../support/redis-server.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
/** Longer than any test: what fails has not waited for the limit of a command. */
const NEVER = { commandTimeoutMs: 2 * HANG_MS }

const opened: { close(): Promise<void> }[] = []
const server = await startRedis()
beforeEach(() => server.admin.flushall())
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function open(port: number, options: RedisStorageOptions = NEVER): Promise<Storage> {
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

async function expectUnavailable(step: Promise<unknown>, outcomeUnknown = false): Promise<StoreUnavailable> {
  const error = await step.then(
    (answer) => ({ answer }),
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error).toMatchObject({ outcomeUnknown })
  return error as StoreUnavailable
}

const works = (storage: Storage) => storage.records.put('k', 'works', 'v', LONG).then(() => true)
const reasonOf = (step: Promise<unknown>) =>
  step.then(
    () => undefined,
    ({ reason }: StoreUnavailable) => reason,
  )
/** How many connections the server has got so far. */
const connections = async () => Number(/total_connections_received:(\d+)/.exec(await server.admin.info('stats'))?.[1])

describe('a server that is gone:', () => {
  it('steps fail without waiting for a limit; when it is back they work again, and what was kept is there', async () => {
    const lasting = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
    opened.push({ close: () => lasting.stop() })
    const storage = await open(lasting.port)
    await storage.families.issue('f', 'one', LONG)
    await lasting.crash()
    await expectUnavailable(storage.families.read('f'))
    await expectUnavailable(storage.tokenState.look({ family: 'f', clients: ['c'] }))
    await expectUnavailable(storage.families.replace('f', 'one', 'two', LONG))
    await expectUnavailable(storage.ping())
    await lasting.start()
    await until(() => works(storage))
    expect(await storage.families.read('f')).toBe('one')
    expect(await storage.families.replace('f', 'one', 'two', LONG)).toBe('replaced')
  })

  it('steps under way fail as soon as the connection breaks; those that write do not know their outcome', async () => {
    const { storage, proxy } = await openThroughProxy()
    proxy.pause()
    const [read, take] = [storage.families.read('f'), storage.records.take('k', 'i')]
    await new Promise(setImmediate)
    proxy.cut()
    await Promise.all([expectUnavailable(read), expectUnavailable(take, true)])
  })

  it('a store that cannot be reached is not opened, and can be opened later', async () => {
    const late = await startRedis()
    await late.crash()
    const storage = redisStorage(late.url)
    opened.push({ close: () => late.stop() }, storage)
    expect((await expectUnavailable(storage.open())).message).toContain('ECONNREFUSED')
    await late.start()
    await until(() => storage.open().then(() => true))
  })

  it('a store is closed although its server never answers', async () => {
    const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 500 })
    proxy.dropReplies()
    const replaced = storage.families.replace('f', 'one', 'two', LONG).catch(() => undefined)
    proxy.pause()
    await storage.close()
    await replaced
  })
})

describe('a network that is silent:', () => {
  it('is noticed: steps fail by their limit, and the dead connection is given up for a new one', async () => {
    const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 500 })
    await until(() => works(storage))
    const before = await connections()
    proxy.pause()
    expect(await reasonOf(storage.families.read('f'))).toBe('ETIMEDOUT')
    await until(async () => (await connections()) > before)
    // Nothing answers on the new connection either, but it is known not to be ready.
    await until(async () => (await reasonOf(storage.families.read('f'))) !== 'ETIMEDOUT')
    proxy.resume()
    await until(() => works(storage))
  })

  it('answers that come too late belong to no step: the next one gets its own', async () => {
    const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 300 })
    for (const id of ['a', 'b']) await until(() => storage.families.issue(id, `record ${id}`, LONG).then(() => true))
    proxy.delay(200)
    await expectUnavailable(storage.families.read('a'))
    proxy.delay(0)
    const answers: unknown[] = []
    await until(async () => answers.push(await storage.families.read('b')) > 2)
    expect(new Set(answers)).toEqual(new Set(['record b']))
  })

  it('goes up and down: every step is answered, and no connection is left over', async () => {
    const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 300 })
    for (let turn = 0; turn < 5; turn += 1) {
      proxy.pause()
      for (let step = 0; step < 3; step += 1) await expectUnavailable(storage.families.read('f'))
      if (turn % 2 === 1) proxy.cut()
      proxy.resume()
      await until(() => works(storage))
    }
    await until(async () => (await connectionsTo(server)) === 1)
  })
})

describe('a server that refuses:', () => {
  it('READONLY, received by many concurrent calls: the connection is replaced once, and the next one too if it is no better', () => {
    const { client } = makeDriver(server.url, 500)
    let now = 0
    const clock = mock.method(performance, 'now', () => now)
    const leaves = () =>
      (client as Redis).options.reconnectOnError?.(new Error('READONLY You can not write against a replica.'))
    const received = Array.from({ length: 20 }, leaves)
    now += 150
    received.push(leaves())
    clock.mock.restore()
    expect(received).toEqual([true, ...Array.from({ length: 19 }, () => false), true])
    expect((client as Redis).options.reconnectOnError?.(new Error('OOM command not allowed'))).toBe(false)
    client.disconnect()
  })

  it('a password that is wrong: not opened; neither the answer nor the reason shows it', async () => {
    await server.admin.acl('SETUSER', 'portico', 'on', '>correct', '~*', '+@all')
    const storage = redisStorage(`redis://portico:wrong-horse@127.0.0.1:${server.port}`)
    opened.push(storage)
    const error = await expectUnavailable(storage.open())
    expect(error.message).toBe(`redis answered WRONGPASS at 127.0.0.1:${server.port}`)
    expect(JSON.stringify([error, error.stack, error.cause, { ...error }])).not.toContain('wrong-horse')
    const right = redisStorage(`redis://portico:correct@127.0.0.1:${server.port}`)
    opened.push(right)
    await right.open()
    expect(await works(right)).toBe(true)
  })
})

it('nothing of all this is printed', async () => {
  const ways = ['log', 'warn', 'error', 'info'] as const
  const printed = ways.map((way) => mock.method(console, way, () => undefined).mock)
  const { storage, proxy } = await openThroughProxy({ commandTimeoutMs: 200 })
  proxy.cut()
  proxy.pause()
  const before = await connections()
  await storage.families.read('f').catch(() => undefined)
  // It has given up one that is silent, and tried again.
  await until(async () => (await connections()) > before + 1)
  proxy.resume()
  await until(() => works(storage))
  await storage.close()
  for (const spy of printed) spy.restore()
  expect(printed.map((spy) => spy.callCount())).toEqual([0, 0, 0, 0])
})
