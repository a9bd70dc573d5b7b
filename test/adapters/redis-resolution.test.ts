import { redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { watchCommands } from '../support/command-watch.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
const KEY = 'sso:f{f}'

let proxy: TcpProxy
/** The node whose network fails, and two others whose network does not. */
let node: Storage
let other: Storage
let third: Storage

const server = await startRedis()
beforeEach(async () => {
  await server.admin.flushall()
  proxy = await startProxy(server.port)
  node = patientRedis(`redis://127.0.0.1:${proxy.port}`)
  other = patientRedis(server.url)
  third = patientRedis(server.url)
  await Promise.all([node.open(), other.open(), third.open()])
  await other.families.issue('f', 'one', LONG)
})
afterEach(async () => {
  proxy.resume()
  await Promise.all([node.close(), other.close(), third.close()])
})

const failure = (step: Promise<unknown>) =>
  step.then(
    () => undefined,
    (error: unknown) => error,
  )
/** Asks again while it is unavailable: a node that waits for another one loses its patience after a second. */
async function patiently<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await step().catch((error: unknown) => error)
    if (!(answer instanceof StoreUnavailable)) return answer as T
  }
}
const stored = async (id = 'f') => (await server.admin.get(`sso:f{${id}}`))?.split('#')[0]
/** How many looks at the store the step takes: one, where it waits for nothing. */
async function looksOf(step: () => Promise<unknown>): Promise<number> {
  const scripts = async () =>
    [...(await server.admin.info('commandstats')).matchAll(/^cmdstat_eval\w*:calls=(\d+)/gm)]
      .map(([, calls]) => Number(calls))
      .reduce((sum, calls) => sum + calls, 0)
  const before = await scripts()
  await step()
  return (await scripts()) - before
}
const network = {
  repliesLost: () => proxy.dropReplies(),
  healed() {
    proxy.resume()
    proxy.cut()
  },
}

/** The node replaces the record; the store does it, the answer is lost, and the node is cut off from the store. */
async function replaceInVain(next = 'two', id = 'f', expected = 'one'): Promise<void> {
  network.repliesLost()
  const replaced = failure(node.families.replace(id, expected, next, LONG))
  await until(async () => (await stored(id)) === next)
  proxy.pause()
  proxy.cut()
  expect(await replaced).toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: true })
  expect(await stored(id)).toBe(next)
}

describe('a replacement whose answer was lost (D-T7):', () => {
  it('is undone as soon as the store can be reached; the former record can be used, and a new step is done', async () => {
    await replaceInVain()
    network.healed()
    await until(async () => (await stored())?.trimEnd() === 'one')
    const record = await patiently(() => node.families.read('f'))
    expect(record?.trimEnd()).toBe('one')
    expect(await node.families.replace('f', record!, 'three', LONG)).toBe('replaced')
    expect(await other.families.read('f')).toBe('three')
  })

  it('has no effect when it arrives late, after it was undone', async () => {
    // The second use of a script on a connection sends its hash alone, which can be sent again as it was seen.
    await node.families.replace('f', 'one', 'one', LONG)
    const calls: (readonly string[])[] = []
    const watch = await watchCommands(server.port, (command) => calls.push(command))
    await replaceInVain()
    const [repetition] = calls.filter(([name = '', ...args]) => name.startsWith('EVALSHA') && args.includes('two'))
    network.healed()
    await until(async () => (await stored())?.trimEnd() === 'one')
    expect(await server.admin.call(...(repetition as [string, ...string[]]))).toBe('changed')
    expect((await stored())?.trimEnd()).toBe('one')
    watch.close()
  })

  it('is refused when it arrives late although it was never done', async () => {
    const hasty = redisStorage(`redis://127.0.0.1:${proxy.port}`, { commandTimeoutMs: 500 })
    await until(() => hasty.open().then(() => true))
    proxy.pause()
    expect(await failure(hasty.families.replace('f', 'one', 'two', LONG))).toMatchObject({ outcomeUnknown: true })
    expect(await stored()).toBe('one')
    // The network delivers everything together: the former step, on an abandoned connection, and the rollback.
    proxy.resume()
    await until(async () => (await stored()) === 'one ')
    const record = await patiently(() => node.families.read('f'))
    expect(await node.families.replace('f', record!, 'three', LONG)).toBe('replaced')
    await hasty.close()
  })

  it('is not checked by this node before it is resolved: read, look and replace fail, and say nothing of the token', async () => {
    await replaceInVain()
    const { families, tokenState } = node
    const steps = [
      families.read('f'),
      tokenState.look({ family: 'f' }),
      families.replace('f', 'one', 'three', LONG),
      families.resolved('f'),
    ]
    for (const step of steps) expect(await failure(step)).toBeInstanceOf(StoreUnavailable)
    network.healed()
    expect((await patiently(() => node.tokenState.look({ family: 'f' }))).family?.trimEnd()).toBe('one')
  })

  it('is not checked by another node either, until the first has resolved it', async () => {
    await replaceInVain()
    expect(await other.families.read('f')).toBe('two')
    expect(await failure(other.families.resolved('f'))).toBeInstanceOf(StoreUnavailable)
    network.healed()
    await patiently(() => other.families.resolved('f'))
    expect((await other.families.read('f'))?.trimEnd()).toBe('one')
  })

  it('leaves alone a record that has moved on meanwhile, or is gone', async () => {
    await other.families.issue('g', 'one', LONG)
    network.repliesLost()
    const beside = failure(node.families.replace('g', 'one', 'two', LONG))
    await until(async () => (await stored('g')) === 'two')
    await replaceInVain()
    expect(await beside).toBeInstanceOf(StoreUnavailable)
    await other.families.replace('f', 'two', 'three', LONG)
    await other.families.revoke('g')
    network.healed()
    await patiently(() => node.families.resolved('f'))
    expect(await node.families.read('f')).toBe('three')
    expect(await node.families.read('g')).toBeUndefined()
  })

  it('is left as it is when another node has made the very same change and answered its caller', async () => {
    await replaceInVain('one, denied')
    expect(await other.families.replace('f', 'one', 'one, denied', LONG)).toBe('replaced')
    network.healed()
    await patiently(() => node.families.resolved('f'))
    expect(await node.families.read('f')).toBe('one, denied')
  })

  it('gives the former record back its own time, not that of the new one', async () => {
    await other.families.issue('code', 'a code', LONG / 2)
    await replaceInVain('tokens', 'code', 'a code')
    network.healed()
    await patiently(() => node.families.resolved('code'))
    const left = await server.admin.pttl('sso:f{code}')
    expect(left).toBeGreaterThan(LONG / 4)
    expect(left).toBeLessThanOrEqual(LONG / 2)
  })
})

describe('a replacement that was answered:', () => {
  it('is resolved for its own node immediately, for others soon after', async () => {
    await third.families.replace('f', 'one', 'two', LONG)
    expect(await looksOf(() => third.families.resolved('f'))).toBe(1)
    await patiently(() => other.families.resolved('f'))
    expect(await other.families.read('f')).toBe('two')
  })

  it('is open while a concurrent request has no response yet, and can then be rolled back', async () => {
    proxy.dropReplies('$8\r\nreplaced\r\n'.length)
    const replaced = node.families.replace('f', 'one', 'two', LONG)
    const beside = failure(node.subjects.read('alice', 's'))
    expect(await replaced).toBe('replaced')
    let isChecked = false
    const checked = patiently(() => other.families.resolved('f')).then(() => {
      isChecked = true
    })
    // The other has looked, and lost its patience.
    expect(await failure(third.families.resolved('f'))).toBeInstanceOf(StoreUnavailable)
    proxy.cut()
    proxy.resume()
    expect(await beside).toBeInstanceOf(StoreUnavailable)
    expect(isChecked).toBe(false)
    await node.families.takeBack('f', 'one', 'two', LONG)
    await checked
    expect((await other.families.read('f'))?.trimEnd()).toBe('one')
  })

  it('is rolled back in the background when the store is unavailable', async () => {
    await node.families.replace('f', 'one', 'two', LONG)
    network.repliesLost()
    await node.families.takeBack('f', 'one', 'two', LONG)
    expect(await failure(node.families.read('f'))).toBeInstanceOf(StoreUnavailable)
    network.healed()
    expect((await patiently(() => node.families.read('f')))?.trimEnd()).toBe('one')
  })
})

describe('a node that is no more:', () => {
  const stamp = async (secondsAgo: number) =>
    (Number((await server.admin.time())[0]) - secondsAgo).toString(16).slice(-6)

  it('leaves nothing open when it was closed', async () => {
    await third.families.replace('f', 'one', 'two', LONG)
    await third.close()
    expect(await looksOf(() => other.families.resolved('f'))).toBe(1)
  })

  it('keeps what it left behind open for half a minute, in which it may come back; then it is checked as it stands', async () => {
    await server.admin.set(KEY, `two#${await stamp(20)}000e10dead7`, 'PX', LONG)
    expect(await failure(other.families.resolved('f'))).toBeInstanceOf(StoreUnavailable)
    await server.admin.set(KEY, `two#${await stamp(31)}000e10dead7`, 'PX', LONG)
    await other.families.resolved('f')
  })

  it('that still reports what is open keeps it open, however long it takes', async () => {
    await server.admin.set(KEY, `two#${await stamp(3_600)}000e10dead7`, 'PX', LONG)
    await server.admin.set('sso:n{dead}', 7, 'EX', 30)
    expect(await failure(other.families.resolved('f'))).toBeInstanceOf(StoreUnavailable)
    await server.admin.set('sso:n{dead}', 8, 'EX', 30)
    await other.families.resolved('f')
  })

  it('gets time to come back after an outage that all have seen', async () => {
    await server.admin.set(KEY, `two#${await stamp(60)}000e10dead7`, 'PX', LONG)
    // The time is counted from the moment at which the connection is back; a machine that pauses may miss it once.
    await until(async () => {
      proxy.cut()
      await until(() => node.ping().then(() => true))
      return (await failure(node.families.resolved('f'))) instanceof StoreUnavailable
    })
    await patiently(() => node.families.resolved('f'))
  })
})
