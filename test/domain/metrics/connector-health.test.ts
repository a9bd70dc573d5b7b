/** The nodes' shared record of connectors. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { connectorHealth } from '../../../lib/domain/metrics/connector-health.ts'
import type { Storage } from '../../../lib/index.ts'
import { StoreUnavailable } from '../../../lib/ports/store-unavailable.ts'
import { until } from '../../support/until.ts'

let storage: Storage
let now = 1_000_000
beforeEach(async () => {
  storage = embeddedStorage({ now: () => now })
  await storage.open()
})
afterEach(() => storage.close())

const node = () => connectorHealth(storage.documents, () => now)
const fail = (health: ReturnType<typeof node>, count: number): void => {
  for (let time = 0; time < count; time += 1) {
    now += 1_000
    health.failed('company', 'upstream_unavailable')
  }
}
const countAt = async (health: ReturnType<typeof node>): Promise<number> =>
  (await health.read('company')).failures?.count ?? 0

it('failures of two nodes are counted together, and a success of either ends them', async () => {
  const [a, b] = [node(), node()]
  fail(a, 3)
  fail(b, 2)
  await Promise.all([a.stop(), b.stop()])
  expect(await node().read('company')).toEqual({
    failures: { count: 5, since: now - 4_000, at: now, ref: 'upstream_unavailable' },
    groupsLeftOut: false,
  })
  now += 1_000
  const c = node()
  c.succeeded('company', 'there')
  await c.stop()
  expect(await countAt(node())).toBe(0)
})

it('the first is written immediately, others at most once a minute, and this node has them immediately', async () => {
  const a = node()
  fail(a, 1)
  await until(async () => (await countAt(node())) === 1)
  fail(a, 4)
  expect(await countAt(a)).toBe(5)
  expect(await countAt(node())).toBe(1)
  await a.stop()
  expect(await countAt(node())).toBe(5)
})

it('of failures around the success of another node, those after it count', async () => {
  const [a, b] = [node(), node()]
  fail(a, 2)
  now += 1_000
  b.succeeded('company', 'there')
  fail(a, 1)
  await Promise.all([a.stop(), b.stop()])
  expect(await countAt(node())).toBe(1)
})

it('what the store does not take is kept', async () => {
  let [isDown, tries] = [true, 0]
  const documents: Storage['documents'] = {
    ...storage.documents,
    replace: async (...call) => {
      tries += 1
      if (isDown) throw new StoreUnavailable('down')
      return storage.documents.replace(...call)
    },
  }
  const health = connectorHealth(documents, () => now)
  fail(health, 2)
  await until(() => tries > 0)
  expect(await countAt(node())).toBe(0)
  isDown = false
  await health.stop()
  expect(await countAt(node())).toBe(2)
})

it('omitted groups are reported for a week', async () => {
  const a = node()
  a.succeeded('company', 'left-out')
  a.succeeded('company', 'there')
  await a.stop()
  expect(await a.read('company')).toMatchObject({ groupsLeftOut: true })
  now += 7 * 86_400_000
  expect(await a.read('company')).toMatchObject({ groupsLeftOut: false })
})
