/** A replacement whose response was lost (D-T7), and nodes that die, on PostgreSQL. */
import { postgresStorage } from '../../adapters/postgres/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres } from '../support/postgres.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
const server = await startPostgres({ max_connections: '300' })
const urlAt = (port: number): string => server.url.replace(`:${server.port}/`, `:${port}/`)

let proxy: TcpProxy
/** The node whose network fails, and another whose network does not. */
let node: Storage
let other: Storage
let schemas = 0
let schema: string

beforeEach(async () => {
  schema = `r${(schemas += 1)}`
  proxy = await startProxy(server.port)
  node = postgresStorage(urlAt(proxy.port), { schema, timeoutMs: GENEROUS_MS })
  other = postgresStorage(server.url, { schema, timeoutMs: GENEROUS_MS })
  await other.open()
  await node.open()
  await other.families.issue('f', 'one', LONG)
})
afterEach(async () => {
  proxy.resume()
  proxy.cut()
  await Promise.all([node.close(), other.close()])
})

const failure = (step: Promise<unknown>) =>
  step.then(
    () => undefined,
    (error: unknown) => error,
  )
async function patiently<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await step().catch((error: unknown) => error)
    if (!(answer instanceof StoreUnavailable)) return answer as T
  }
}
const stored = async (id = 'f') =>
  (await server.admin(`SELECT record FROM ${schema}.families WHERE id = '${id}'`))[0]?.['record']
const heal = (): void => {
  proxy.resume()
  proxy.cut()
}

/** The node replaces the record; the server commits, the response is lost, and the node is cut off. */
async function replaceInVain(next = 'two', id = 'f', expected = 'one'): Promise<void> {
  proxy.dropReplies()
  const replaced = failure(node.families.replace(id, expected, next, LONG))
  await until(async () => (await stored(id)) === next)
  proxy.pause()
  proxy.cut()
  expect(await replaced).toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: true })
}

describe('a replacement that was committed, and whose response was lost:', () => {
  it('is undone as soon as the server can be reached, and the former record can be used', async () => {
    await replaceInVain()
    heal()
    await until(async () => String(await stored()).trimEnd() === 'one')
    const record = await patiently(() => node.families.read('f'))
    expect(await node.families.replace('f', record!, 'three', LONG)).toBe('replaced')
    expect(await other.families.read('f')).toBe('three')
  })

  it('is not checked by its node or another one before that', async () => {
    await replaceInVain()
    const { families, tokenState } = node
    const steps = [families.read('f'), tokenState.look({ family: 'f' }), families.resolved('f')]
    for (const step of [...steps, other.families.resolved('f')])
      expect(await failure(step)).toBeInstanceOf(StoreUnavailable)
    heal()
    await patiently(() => other.families.resolved('f'))
    expect((await other.families.read('f'))?.trimEnd()).toBe('one')
  })

  it('leaves alone a record that has moved on meanwhile, or is gone', async () => {
    await other.families.issue('g', 'one', LONG)
    await replaceInVain()
    heal()
    await patiently(() => node.families.resolved('f'))
    await replaceInVain('two', 'g')
    await other.families.replace('g', 'two', 'three', LONG)
    heal()
    await patiently(() => node.families.resolved('g'))
    expect(await node.families.read('g')).toBe('three')
  })

  it('stays when another node has made the same change and has responded', async () => {
    await replaceInVain('one, denied')
    expect(await other.families.replace('f', 'one', 'one, denied', LONG)).toBe('replaced')
    heal()
    await patiently(() => node.families.resolved('f'))
    expect(await node.families.read('f')).toBe('one, denied')
  })

  it('gives the former record its own expiry', async () => {
    await other.families.issue('code', 'a code', LONG / 2)
    await replaceInVain('tokens', 'code', 'a code')
    heal()
    await patiently(() => node.families.resolved('code'))
    const [row] = await server.admin(
      `SELECT extract(epoch FROM expires_at - now())::float8 AS left FROM ${schema}.families WHERE id = 'code'`,
    )
    expect(row?.['left']).toBeGreaterThan(LONG / 4_000)
    expect(row?.['left']).toBeLessThanOrEqual(LONG / 2_000)
  })
})

it('a replacement that waits for a lock, and whose node has given up, has no effect when it arrives', async () => {
  const hasty = postgresStorage(server.url, { schema, timeoutMs: 300 })
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const lock = server.locking(
    `SELECT 1 FROM ${schema}.families WHERE id = 'f' FOR UPDATE`,
    locked.resolve,
    free.promise,
  )
  await locked.promise
  // On a slow machine, the connection itself can take too long.
  await until(async () => {
    const error = await failure(hasty.families.replace('f', 'one', 'two', LONG))
    return error instanceof StoreUnavailable && error.outcomeUnknown
  })
  free.resolve()
  await lock
  await until(async () => (await patiently(() => hasty.families.read('f')))?.trimEnd() === 'one')
  await patiently(() => hasty.families.resolved('f'))
  expect(String(await stored()).trimEnd()).toBe('one')
  await hasty.close()
})

describe('a node that is no more:', () => {
  it('leaves nothing open when it was closed', async () => {
    await node.families.replace('f', 'one', 'two', LONG)
    await node.close()
    await other.families.resolved('f')
  })

  it('keeps its last replacement open for half a minute; then the record counts as it is', async () => {
    const leave = (seconds: number) =>
      server.admin(`UPDATE ${schema}.families SET record = 'two', attempt = 'dead7', former_expires_at = expires_at,
        written_at = now() - interval '${seconds} seconds' WHERE id = 'f'`)
    await leave(10)
    expect(await failure(other.families.resolved('f'))).toBeInstanceOf(StoreUnavailable)
    await leave(31)
    await other.families.resolved('f')
  })
})
