/**
 * An API that checks access tokens in either way. By signature: no request to Portico, and a revoked token is accepted
 * until it expires, after 15 minutes at most. By introspection: one request, and it is refused immediately.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import { requireAccessToken } from 'portico-sso/client'

export interface ResourceServer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The page's origin that may call from a browser. */
  readonly appOrigin: string
}

export function resourceServer({ issuer, clientId, clientSecret, appOrigin }: ResourceServer): RequestListener {
  const required = { issuer, scopes: ['profile'] }
  const bySignature = requireAccessToken(required)
  const byIntrospection = requireAccessToken({
    ...required,
    introspection: { clientId, clientSecret, cacheSeconds: 0 },
  })
  const holidays = ['2027-01-01', '2027-05-01']
  const expenses = [{ what: 'Train to Basel', amount: '48.20' }]
  const routes = new Map([
    ['/calendar', { check: bySignature, data: (_req: IncomingMessage): object => ({ holidays }) }],
    [
      '/expenses',
      { check: byIntrospection, data: (req: IncomingMessage) => ({ owner: req.accessToken?.sub, expenses }) },
    ],
  ])
  return (req, res) => {
    res.setHeader('Access-Control-Allow-Origin', appOrigin).setHeader('Vary', 'Origin')
    if (req.method === 'OPTIONS')
      return void res
        .writeHead(204, { 'Access-Control-Allow-Headers': 'authorization', 'Access-Control-Max-Age': 600 })
        .end()
    const route = routes.get(req.url ?? '')
    if (route === undefined) return void res.writeHead(404).end()
    route.check(req, res, (error) => {
      if (error !== undefined) return void res.writeHead(500).end(console.error(error))
      res.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      res.end(JSON.stringify(route.data(req)))
    })
  }
}
