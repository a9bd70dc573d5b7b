/** A node whose clock differs from the store's: the panel reports it before its tokens are refused. */
import { ACCOUNTS } from '../support/fixtures.ts'
import { type Idp, runningIdp, startIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { startRedis } from '../support/redis-server.ts'

const OPTIONS = { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: [] }
let idp: Idp
const redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
beforeEach(async () => {
  await redis.admin.flushall()
  idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'clock:' }, options: OPTIONS })
})
afterEach(() => idp.stop())

const seen = async (path: string): Promise<string> => textIn((await (await enterPanel(idp)).open(path)).answer.text)

it('in step with the store, nothing needs attention', async () => {
  expect(await seen('/')).toContain('Nothing needs attention.')
  expect(await seen('/health')).toContain('In sync with the store')
})

it.each([
  [
    30,
    'This node’s clock is 30 seconds ahead of the store’s. If the difference exceeds 5 seconds, other nodes treat tokens that this node has just issued as inactive.',
  ],
  [
    -30,
    'This node’s clock is 30 seconds behind the store’s. If the difference exceeds 5 seconds, this node treats tokens that other nodes have just issued as inactive.',
  ],
])('%d seconds away, both pages say by how much and what it leads to', async (seconds, words) => {
  idp.clock.forward(seconds)
  expect(await seen('/')).toContain(words)
  expect(await seen('/health')).toContain(words)
})

it('a second away is not worth saying', async () => {
  idp.clock.forward(1)
  expect(await seen('/')).toContain('Nothing needs attention.')
})

it('a store that goes by the clock of this process has none to compare', async () => {
  const own = await runningIdp(OPTIONS)
  const page = (await (await enterPanel(own)).open('/health')).answer.text
  await own.stop()
  expect(textIn(page)).not.toMatch(/In sync with the store|Differs from the store/)
})
