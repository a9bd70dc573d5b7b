/** `portico-sso/client` at a provider that is not Portico: oidc-provider with its own sign-in page. */
import { createServer } from 'node:http'
import { createClient, verifyAccessToken } from '../../lib/client/index.ts'
import { OPAQUE_CLIENT as CLIENT } from '../bench/fixtures.ts'
import { startServer } from '../bench/server-process.ts'
import { willing } from '../bench/sign-in.ts'
import { appVisitor } from '../support/app-visitor.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { closed, listening } from '../support/listening.ts'
import { remote } from '../support/logout-processes.ts'
import { startRedis } from '../support/redis-server.ts'

it('signs in, refreshes once for parallel calls, and signs out', async () => {
  const redis = await startRedis()
  let handle: ReturnType<ReturnType<typeof createClient>['callback']> = () => undefined
  const server = createServer((req, res) => handle(req, res))
  const port = await listening(server)
  stoppedAtEnd({ close: () => closed(server) })
  const redirectUri = `http://localhost:${port}/callback`
  const provider = stoppedAtEnd(await startServer('engine', redis.url, { redirectUri }))
  const { issuer } = provider
  const client = createClient({ issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, redirectUri })
  handle = client.callback(async (req, res) => {
    const session = await client.session(req)
    const tokens = await Promise.all(
      [session?.refresh(), session?.refresh()].map(async (next) => (await next)?.accessToken()),
    )
    res.end(JSON.stringify({ user: session?.user ?? null, tokens }))
  })
  const alice = appVisitor(port, remote({ issuer, port: provider.port }))
  const begun = await alice.go('/sign-in')
  const { browser } = alice.user
  let stop = await browser.visit(begun.headers.location ?? '')
  while (stop.at === 'page') stop = await browser.submit(stop, willing(stop))
  expect((await alice.go(stop.url.slice(stop.url.indexOf('/callback')))).status).toBe(303)
  const { user, tokens } = await alice.shown()
  expect([user.name, tokens[0] === tokens[1]]).toEqual(['Alice Doe', true])
  // Without introspection, a token that is not a JWT proves nothing.
  await expect(verifyAccessToken(tokens[0], { issuer, audience: 'api' })).rejects.toMatchObject({ status: 401 })
  await expect(verifyAccessToken(tokens[0], { issuer })).rejects.toThrow('set audience')
  await alice.go('/sign-out', { method: 'POST' })
  expect((await alice.shown()).user).toBe(null)
})
