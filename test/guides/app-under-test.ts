/** The app that the how-to for tests takes as given: `/invoices` is open to an access token, or a signed-in browser. */
import { createServer, type IncomingMessage } from 'node:http'
import * as oidc from 'openid-client'

export async function startApp(issuer: string, port = 4000) {
  const url = `http://localhost:${port}`
  const sessions = new Map<string, string>()
  const started = new Map<string, string>()
  let client: Promise<oidc.Configuration> | undefined
  const provider = () =>
    (client ??= oidc.discovery(new URL(issuer), 'billing', {}, oidc.None(), { execute: [oidc.allowInsecureRequests] }))

  const nameOf = async (req: IncomingMessage): Promise<string | undefined> => {
    const { authorization, cookie = '' } = req.headers
    if (authorization === undefined) return sessions.get(/app=([\w-]+)/.exec(cookie)?.[1] ?? '')
    const reply = await fetch(`${issuer}/userinfo`, { headers: { authorization } })
    return reply.ok ? ((await reply.json()) as { readonly name: string }).name : undefined
  }
  const server = createServer(async (req, res) => {
    const to = (location: string, cookie = {}): unknown => res.writeHead(303, { location, ...cookie }).end()
    const asked = new URL(req.url ?? '/', url)
    if (asked.pathname === '/callback') {
      const [state, nonce] = [asked.searchParams.get('state') ?? '', started.get(asked.searchParams.get('state') ?? '')]
      const checks = { expectedState: state, expectedNonce: nonce ?? '', pkceCodeVerifier: nonce ?? '' }
      const tokens = await oidc.authorizationCodeGrant(await provider(), asked, checks)
      const session = oidc.randomState()
      sessions.set(session, tokens.claims()?.sub ?? '')
      return to('/invoices', { 'set-cookie': `app=${session}; HttpOnly; Path=/` })
    }
    const name = await nameOf(req)
    if (name !== undefined) return res.end(`Invoices of ${name}`)
    if (req.headers.authorization !== undefined || req.headers.accept?.includes('text/html') !== true)
      return res.writeHead(401).end()
    const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()]
    started.set(state, verifier)
    const parameters = {
      redirect_uri: `${url}/callback`,
      scope: 'openid',
      state,
      nonce: verifier,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    return to(oidc.buildAuthorizationUrl(await provider(), parameters).href)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
