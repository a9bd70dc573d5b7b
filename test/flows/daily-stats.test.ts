/** The counts behind the panel's charts: summed over nodes, and no larger for ten thousand clients. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { dailyStats } from '../../lib/domain/metrics/daily-stats.ts'
import type { RequestContext } from '../../lib/web/request/request-context.ts'
import { movableClock } from '../support/clock.ts'

const signIn = (clientId: string): RequestContext =>
  ({ client: { clientId }, event: 'token.issued', route: { name: 'token' } }) as unknown as RequestContext
const refused = (name: string, error: string): RequestContext =>
  ({ refusal: { error }, route: { name } }) as unknown as RequestContext

it('what two nodes count at the same moment adds up', async () => {
  const [{ documents }, { now }] = [embeddedStorage(), movableClock()]
  const nodes = [dailyStats(documents, now), dailyStats(documents, now), dailyStats(documents, now)]
  for (let round = 0; round < 20; round += 1) {
    for (const node of nodes) node.count(signIn('app'))
    await Promise.all(nodes.map((node) => node.flush()))
  }
  const [today] = await dailyStats(documents, now).read(1)
  expect(today).toMatchObject({ tokens: 60, clients: { app: 60 } })
})

it('errors count by code, those of the token endpoint also by themselves', async () => {
  const node = dailyStats(embeddedStorage().documents, movableClock().now)
  for (const [route, error] of [
    ['token', 'invalid_grant'],
    ['token', 'invalid_client'],
    ['authorize', 'invalid_request'],
  ] as const)
    node.count(refused(route, error))
  const [today] = await node.read(1)
  expect(today).toMatchObject({ tokenErrors: 2, errors: { invalid_grant: 1, invalid_client: 1, invalid_request: 1 } })
})

it('a day names five hundred clients at most, and always those that are used most, also when they come last', async () => {
  const [{ documents }, { now }] = [embeddedStorage(), movableClock()]
  const node = dailyStats(documents, now)
  for (let index = 0; index < 10_000; index += 1) {
    node.count(signIn(`app-${index}`))
    if (index % 500 === 0) await node.flush()
  }
  for (let hit = 0; hit < 200; hit += 1) {
    node.count(signIn('latecomer'))
    if (hit % 5 === 0) await node.flush()
  }
  await node.flush()
  const [today] = await dailyStats(documents, now).read(1)
  expect(Object.keys(today?.clients ?? {}).length).toBeLessThanOrEqual(500)
  expect(today?.clients['latecomer']).toBeGreaterThan(150)
  expect(today?.tokens).toBe(10_200)
})
