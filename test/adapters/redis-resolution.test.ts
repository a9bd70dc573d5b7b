import { setTimeout as wait } from 'node:timers/promises'
import { redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
/** Nobody is waited for: that would take a second, or half a minute. A busy machine pauses for tenths of a second. */
const AT_ONCE = 800
const KEY = 'sso:f{f}'

let server: RedisServer
let proxy: TcpProxy
/** The node whose network fails, and two others whose network does not. */
let node: Storage
let other: Storage
let third: Storage

beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.admin.flushall()
  proxy = await startProxy(server.port)
  node = redisStorage(`redis://127.0.0.1:${proxy.port}`, { commandTimeoutMs: 500 })
  other = redisStorage(server.url)
  third = redisStorage(server.url)
  await Promise.all([node.open(), other.open(), third.open()])
  await other.families.issue('f', 'one', LONG)
})
afterEach(async () => {
  proxy.resume()
  await Promise.all([node.close(), other.close(), third.close()])
  await proxy.close()
})

const failure = (step: Promise<unknown>) =>
  step.then(
    () => undefined,
    (error: unknown) => error,
  )
const stored = async () => (await server.admin.get(KEY))?.split('#')[0]
const network = {
  repliesLost: () => proxy.dropReplies(),
  healed() {
    proxy.resume()
    proxy.cut()
  },
}

/** The node replaces the record; the store does it, the answer is lost, and the node is cut off from the store. */
async function replaceInVain(next = 'two'): Promise<void> {
  network.repliesLost()
  const replaced = failure(node.families.replace('f', 'one', next, LONG))
  await until(async () => (await stored()) === next)
  proxy.pause()
  expect(await replaced).toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: true })
  expect(await stored()).toBe(next)
}

describe('a replacement whose answer was lost (D-T7):', () => {
  it('is undone as soon as the store can be reached; the former record can be used, and a new step is done', async () => {
    await replaceInVain()
    network.healed()
    await until(async () => (await stored())?.trimEnd() === 'one')
    const record = await node.families.read('f')
    expect(record?.trimEnd()).toBe('one')
    expect(await node.families.replace('f', record!, 'three', LONG)).toBe('replaced')
    expect(await other.families.read('f')).toBe('three')
  })

  it('has no effect when it arrives late, after it was undone', async () => {
    // The second use of a script on a connection sends its hash alone, which can be sent again as it was seen.
    await node.families.replace('f', 'one', 'one', LONG)
    const monitor = await server.admin.monitor()
    const calls: string[][] = []
    monitor.on('monitor', (_: string, args: string[]) => calls.push(args))
    await replaceInVain()
    const [repetition] = calls.filter((call) => /^evalsha/i.test(call[0] ?? '') && call.includes('two'))
    network.healed()
    await until(async () => (await stored())?.trimEnd() === 'one')
    expect(await server.admin.call(...(repetition as [string, ...string[]]))).toBe('changed')
    expect((await stored())?.trimEnd()).toBe('one')
    monitor.disconnect()
  })

  it('is refused when it arrives late although it was never done', async () => {
    proxy.pause()
    expect(await failure(node.families.replace('f', 'one', 'two', LONG))).toMatchObject({ outcomeUnknown: true })
    expect(await stored()).toBe('one')
    // The network delivers all at once: the step of before, on a connection that the node has given up, and the undoing.
    proxy.resume()
    await until(async () => (await stored()) === 'one ')
    const record = await node.families.read('f')
    expect(await node.families.replace('f', record!, 'three', LONG)).toBe('replaced')
  })

  it('is not judged by this node before it is resolved: read, look and replace fail, and say nothing of the token', async () => {
    await replaceInVain()
    const { families, tokenState } = node
    const steps = [
      families.read('f'),
      tokenState.look({ family: 'f' }),
      families.replace('f', 'one', 'three', LONG),
      families.settled('f'),
    ]
    for (const step of steps) expect(await failure(step)).toBeInstanceOf(StoreUnavailable)
    network.healed()
    expect((await node.tokenState.look({ family: 'f' })).family?.trimEnd()).toBe('one')
  })

  it('is not judged by another node either, until the first has resolved it', async () => {
    await replaceInVain()
    expect(await other.families.read('f')).toBe('two')
    const begun = performance.now()
    expect(await failure(other.families.settled('f'))).toBeInstanceOf(StoreUnavailable)
    expect(performance.now() - begun).toBeLessThan(4_000)
    const patient = failure(other.families.settled('f'))
    network.healed()
    // The first node comes back in its own time, maybe after the other has lost its patience once more.
    expect([undefined, expect.any(StoreUnavailable)]).toContainEqual(await patient)
    await until(async () => (await failure(other.families.settled('f'))) === undefined)
    expect((await other.families.read('f'))?.trimEnd()).toBe('one')
  })

  it('leaves alone a record that has moved on meanwhile, or is gone', async () => {
    await other.families.issue('g', 'one', LONG)
    network.repliesLost()
    const beside = failure(node.families.replace('g', 'one', 'two', LONG))
    await replaceInVain()
    expect(await beside).toBeInstanceOf(StoreUnavailable)
    await other.families.replace('f', 'two', 'three', LONG)
    await other.families.revoke('g')
    network.healed()
    await node.families.settled('f')
    expect(await node.families.read('f')).toBe('three')
    expect(await node.families.read('g')).toBeUndefined()
  })

  it('is left as it is when another node has made the very same change and answered its caller', async () => {
    await replaceInVain('one, denied')
    expect(await other.families.replace('f', 'one', 'one, denied', LONG)).toBe('replaced')
    network.healed()
    await node.families.settled('f')
    expect(await node.families.read('f')).toBe('one, denied')
  })

  it('gives the former record back its own time, not that of the new one', async () => {
    await other.families.issue('code', 'a code', 60_000)
    network.repliesLost()
    await failure(node.families.replace('code', 'a code', 'tokens', LONG))
    network.healed()
    await node.families.settled('code')
    const left = await server.admin.pttl('sso:f{code}')
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
  })
})

describe('a replacement that was answered:', () => {
  it('is resolved for its own node at once, for others soon after', async () => {
    await third.families.replace('f', 'one', 'two', LONG)
    const begun = performance.now()
    await third.families.settled('f')
    expect(performance.now() - begun).toBeLessThan(AT_ONCE)
    await other.families.settled('f')
    expect(performance.now() - begun).toBeLessThan(2 * AT_ONCE)
    expect(await other.families.read('f')).toBe('two')
  })

  it('is open while something that was asked beside it has no answer yet, and can be rolled back then', async () => {
    proxy.dropReplies('$8\r\nreplaced\r\n'.length)
    const replaced = node.families.replace('f', 'one', 'two', LONG)
    const beside = failure(node.subjects.read('alice', 's'))
    expect(await replaced).toBe('replaced')
    let isJudged = false
    const judged = other.families.settled('f').then(() => {
      isJudged = true
    })
    expect(await beside).toBeInstanceOf(StoreUnavailable)
    expect(isJudged).toBe(false)
    await node.families.takeBack('f', 'one', 'two', LONG)
    await judged
    expect((await other.families.read('f'))?.trimEnd()).toBe('one')
  })

  it('is rolled back in the background when the store is unavailable', async () => {
    await node.families.replace('f', 'one', 'two', LONG)
    network.repliesLost()
    await node.families.takeBack('f', 'one', 'two', LONG)
    expect(await failure(node.families.read('f'))).toBeInstanceOf(StoreUnavailable)
    network.healed()
    expect((await node.families.read('f'))?.trimEnd()).toBe('one')
  })
})

describe('a node that is no more:', () => {
  const stamp = async (secondsAgo: number) =>
    (Number((await server.admin.time())[0]) - secondsAgo).toString(16).slice(-6)

  it('leaves nothing open when it was closed', async () => {
    await third.families.replace('f', 'one', 'two', LONG)
    await third.close()
    const begun = performance.now()
    await other.families.settled('f')
    expect(performance.now() - begun).toBeLessThan(AT_ONCE)
  })

  it('keeps what it left behind open for half a minute, in which it may come back; then it is judged as it stands', async () => {
    await server.admin.set(KEY, `two#${await stamp(25)}000e10dead7`, 'PX', LONG)
    expect(await failure(other.families.settled('f'))).toBeInstanceOf(StoreUnavailable)
    await server.admin.set(KEY, `two#${await stamp(31)}000e10dead7`, 'PX', LONG)
    await other.families.settled('f')
  })

  it('that still says what is open keeps it open, however long it takes', async () => {
    await server.admin.set(KEY, `two#${await stamp(3_600)}000e10dead7`, 'PX', LONG)
    await server.admin.set('sso:n{dead}', 7, 'EX', 30)
    expect(await failure(other.families.settled('f'))).toBeInstanceOf(StoreUnavailable)
    await server.admin.set('sso:n{dead}', 8, 'EX', 30)
    await other.families.settled('f')
  })

  it('gets time to come back after an outage that all have seen', async () => {
    await server.admin.set(KEY, `two#${await stamp(60)}000e10dead7`, 'PX', LONG)
    proxy.cut()
    await until(() => node.ping().then(() => true))
    expect(await failure(node.families.settled('f'))).toBeInstanceOf(StoreUnavailable)
    await wait(2_500)
    await node.families.settled('f')
  })
})
