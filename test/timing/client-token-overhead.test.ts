/** The price of `verifyAccessToken` over the signature check alone. */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { verifyAccessToken } from '../../lib/client/index.ts'
import { lyingProvider } from '../support/lying-provider.ts'

const OVERHEAD_MAX_MICROSECONDS = 20
const [ROUNDS, CALLS] = [40, 100]

it(`is ${OVERHEAD_MAX_MICROSECONDS} µs at most`, async () => {
  const { issuer, sign } = await lyingProvider()
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'api', sub: 'u-1', exp: now + 3_600, iat: now, scope: 'openid profile' }
  const token = await sign(claims, { typ: 'at+jwt' })
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const ways = {
    jose: () => jwtVerify(token, keys, { issuer, audience: 'api', typ: 'at+jwt', algorithms: ['ES256'] }),
    client: () => verifyAccessToken(token, { issuer, audience: 'api', scopes: ['profile'] }),
  }
  const best = { jose: Number.POSITIVE_INFINITY, client: Number.POSITIVE_INFINITY }
  // In turns, so that a busy machine slows both down.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['jose', 'client'] as const) {
      const start = performance.now()
      for (let call = 0; call < CALLS; call += 1) await ways[name]()
      best[name] = Math.min(best[name], ((performance.now() - start) * 1000) / CALLS)
    }
  console.log(`jose ${best.jose.toFixed(1)} µs, verifyAccessToken ${best.client.toFixed(1)} µs`)
  expect(best.client - best.jose).toBeLessThanOrEqual(OVERHEAD_MAX_MICROSECONDS)
})
