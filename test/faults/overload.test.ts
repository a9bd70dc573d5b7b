/** More requests than an endpoint can answer in time: apps get 503 with Retry-After, and what ends access goes on. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { redisStorage } from '../../adapters/redis/index.ts'
import { REQUESTS_AT_ONCE } from '../../policies/overload.ts'
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
const never = { limit: 1_000_000, windowSeconds: 60 }
const idp = await startIdp({
  options: {
    storage: redisStorage(`redis://127.0.0.1:${proxy.port}`, { keyPrefix: 'overload:' }),
    rateLimits: { introspection: never, revocation: never, token: never },
  },
})
const [app, user] = [relyingParty(idp, CONF), person(idp)]
afterEach(() => proxy.delay(0))

it('refuses requests of an endpoint that has too many, and accepts them again after it', async () => {
  const tokens = await user.signIn(app, { scope: 'openid offline_access' })
  proxy.delay(600)
  const answers: Answer[] = []
  const sent: Promise<unknown>[] = []
  const isRefused = ({ status }: Answer): boolean => status === 503
  const send = (): unknown => sent.push(app.introspect(tokens.access_token).then((answer) => answers.push(answer)))
  for (let count = 0; count <= REQUESTS_AT_ONCE; count += 1) send()
  await until(() => {
    send()
    return answers.some(isRefused)
  })
  const refused = answers.find(isRefused) as Answer
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable', error_ref: 'overloaded' })
  // Other endpoints go on.
  expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  expect((await app.revoke(tokens.refresh_token)).status).toBe(200)
  await Promise.all(sent)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  proxy.delay(0)
  expect((await app.introspect(tokens.access_token)).status).toBe(200)
  expect(idp.log.lines.map(({ fields }) => fields.code)).toEqual(
    expect.arrayContaining(['overloaded', 'not-overloaded']),
  )
})

it('a request whose body does not arrive takes no place', async () => {
  const begun =
    'POST /introspect HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n'
  const slow = await Promise.all(
    Array.from({ length: 2 * REQUESTS_AT_ONCE }, async () => {
      const socket = connect(idp.port, '127.0.0.1')
      await once(socket, 'connect')
      socket.on('error', () => {}).write(begun)
      return socket
    }),
  )
  const tokens = await user.signIn(app)
  expect((await app.introspect(tokens.access_token)).json()).toMatchObject({ active: true })
  for (const socket of slow) socket.destroy()
})
