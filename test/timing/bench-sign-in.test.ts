/**
 * The Redis commands of a sign-in. Commands share a round trip if the hash of the password is done in time, so this
 * count needs an idle machine. `test/bench/bench.test.ts` has the requests whose counts do not depend on time.
 */
import { INTERACTIVE, NAMESAKES } from '../bench/interactive.ts'
import { prepareStock } from '../bench/operations.ts'
import { startParty } from '../bench/parties.ts'
import { startCountingProxy } from '../bench/round-trips.ts'
import { countTraffic } from '../bench/traffic.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { startRedis } from '../support/redis-server.ts'

it('from a browser without cookies to a code, argon2id included: at most 25 round trips and 50 commands', async () => {
  const redis = await startRedis()
  const proxy = await startCountingProxy(redis.port)
  const party = stoppedAtEnd(await startParty('portico', proxy.url, { namesakes: NAMESAKES }))
  const traffic = await countTraffic(INTERACTIVE.hashed, party, await prepareStock(party), redis.admin, proxy)
  expect(traffic.roundTrips).toBeLessThanOrEqual(25)
  expect(traffic.sent.length).toBeLessThanOrEqual(50)
})
