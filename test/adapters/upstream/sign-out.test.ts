/** Signing out at a provider, and its notification about a sign-out. */
import type { ServerResponse } from 'node:http'
import { upstreamProvider } from '../../../adapters/upstream/index.ts'
import type { UpstreamProvider } from '../../../lib/ports/upstream-provider.ts'
import { CLIENT, lyingProvider } from '../../support/lying-provider.ts'
import { guardOf } from '../../support/lying-upstream.ts'
import { signedLogout } from '../../support/upstream-visitor.ts'

const there = await lyingProvider()
afterEach(() => there.lie({}))

function connector(issuer = there.issuer): UpstreamProvider {
  return upstreamProvider({ ...CLIENT, issuer, scopes: ['openid'], guard: guardOf([]), now: Date.now })
}

it('reports the claims of a token that the provider has signed, whatever they are', async () => {
  const verified = await connector().verifyLogoutToken(await signedLogout(there, { sub: 'u-1', aud: 'another' }))
  expect(verified).toMatchObject({ typ: 'logout+jwt', claims: { sub: 'u-1', aud: 'another' } })
})

const answers =
  (status: number, body: string) =>
  (res: ServerResponse): void =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(body)

it.each([
  ['that are not found', answers(404, '{}'), 'upstream_response'],
  ['that are no JSON', answers(200, 'keys'), 'upstream_response'],
  ['that are no list', answers(200, '{"keys":7}'), 'upstream_response'],
  [
    'that are on another host',
    (res: ServerResponse) => void res.writeHead(302, { location: '/' }).end(),
    'upstream_response',
  ],
  ['that cannot be had now', answers(503, '{}'), 'upstream_unavailable'],
])('with keys %s it reports no claims of a token', async (_what, jwks, ref) => {
  there.lie({ jwks })
  const token = await signedLogout(there, { sub: 'u-1' })
  await expect(connector().verifyLogoutToken(token)).rejects.toMatchObject({ name: 'UpstreamRefused', ref })
})

describe('where one signs out there', () => {
  const way = { logoutHint: 'u 1', postLogoutRedirectUri: 'https://id.example/upstream/p/signed-out' }
  const at = (end_session_endpoint: string | undefined): Promise<string | undefined> => {
    there.lie({ metadata: { end_session_endpoint } })
    return connector().endSessionUrl(way)
  }

  it('is what its metadata name, and what that address has is kept', async () => {
    const url = new URL((await at('https://b.example/logout?tenant=a')) ?? '')
    expect(`${url.origin}${url.pathname}`).toBe('https://b.example/logout')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: 'a',
      client_id: CLIENT.clientId,
      logout_hint: way.logoutHint,
      post_logout_redirect_uri: way.postLogoutRedirectUri,
    })
    expect(await at(`${there.issuer}/logout`)).toContain(`${there.issuer}/logout?`)
  })

  it('is nowhere where they name nothing', async () => expect(await at(undefined)).toBeUndefined())

  it.each(['javascript:alert(1)', 'http://b.example/logout', '/logout', 'data:text/html,x'])(
    'is not %s',
    async (url) => await expect(at(url)).rejects.toMatchObject({ ref: 'upstream_response' }),
  )
})
