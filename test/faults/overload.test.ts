/** More requests than the store takes in time: apps get 503 with Retry-After, and what ends access goes on. */
import { redisStorage } from '../../adapters/redis/index.ts'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const redis = await startRedis()
const proxy = await startProxy(redis.port)

it('refuses new requests of apps while a step takes over a second, and accepts them again after it', async () => {
  const most = { limit: 1_000_000, windowSeconds: 60 }
  const idp = await startIdp({
    options: {
      storage: redisStorage(`redis://127.0.0.1:${proxy.port}`, { keyPrefix: 'overload:' }),
      rateLimits: { introspection: most, revocation: most },
    },
  })
  const [app, user] = [relyingParty(idp, CONF), person(idp)]
  const tokens = await user.signIn(app, { scope: 'openid offline_access' })
  proxy.delay(600)
  const answers: Answer[] = []
  const sent: Promise<unknown>[] = []
  const isRefused = ({ status }: Answer): boolean => status === 503
  await until(() => {
    sent.push(app.introspect(tokens.access_token).then((answer) => answers.push(answer)))
    return answers.some(isRefused)
  })
  const refused = answers.find(isRefused) as Answer
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable', error_ref: 'overloaded' })
  expect((await idp.send('/.well-known/openid-configuration')).status).toBe(200)
  expect((await app.revoke(tokens.refresh_token)).status).toBe(200)
  await Promise.all(sent)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  proxy.delay(0)
  await until(async () => (await app.introspect(tokens.access_token)).status === 200)
  expect(idp.log.lines.map(({ fields }) => fields.code)).toEqual(
    expect.arrayContaining(['overloaded', 'not-overloaded']),
  )
})
