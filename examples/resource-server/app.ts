/**
 * An API that checks access tokens in either way. By signature: no request to Portico, and a revoked token is accepted
 * until it expires, after 15 minutes at most. By introspection: one request, and it is refused immediately.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

export interface ResourceServer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The page's origin that may call from a browser. */
  readonly appOrigin: string
}

/** All APIs of a provider share one audience; a token's scope defines its use. */
const AUDIENCE = 'sso-resource-api'

interface Caller {
  readonly sub: string
  readonly scope: string
}
type Check = (token: string) => Promise<Caller | undefined>

/** The keys are fetched once, and again when a token names a new one. */
function bySignature({ issuer }: ResourceServer): Check {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: AUDIENCE,
        algorithms: ['ES256'],
        typ: 'at+jwt',
      })
      return { sub: payload.sub ?? '', scope: String(payload['scope']) }
    } catch {
      return undefined
    }
  }
}

function byIntrospection({ issuer, clientId, clientSecret }: ResourceServer): Check {
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString(
    'base64',
  )
  return async (token) => {
    const answer = await fetch(`${issuer}/introspect`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ token }),
    })
    if (!answer.ok) throw new Error(`introspection failed with ${answer.status}`)
    const { active, sub, scope } = (await answer.json()) as {
      readonly active: boolean
      readonly sub?: string
      readonly scope?: string
    }
    return active ? { sub: sub ?? '', scope: scope ?? '' } : undefined
  }
}

export function resourceServer(options: ResourceServer): (req: IncomingMessage, res: ServerResponse) => void {
  const routes: Readonly<Record<string, { readonly check: Check; readonly data: (caller: Caller) => object }>> = {
    '/calendar': { check: bySignature(options), data: () => ({ holidays: ['2027-01-01', '2027-05-01'] }) },
    '/expenses': {
      check: byIntrospection(options),
      data: ({ sub }) => ({ owner: sub, expenses: [{ what: 'Train to Basel', amount: '48.20' }] }),
    },
  }
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    res
      .setHeader('Access-Control-Allow-Origin', options.appOrigin)
      .setHeader('Vary', 'Origin')
      .setHeader('Cache-Control', 'no-store')
    if (req.method === 'OPTIONS') {
      res.writeHead(204, { 'Access-Control-Allow-Headers': 'authorization', 'Access-Control-Max-Age': '600' }).end()
      return
    }
    const route = Object.hasOwn(routes, req.url ?? '') ? routes[req.url ?? ''] : undefined
    if (route === undefined) return refuse(res, 404, 'not_found')
    const [, token] = /^Bearer ([\w.-]+)$/.exec(req.headers.authorization ?? '') ?? []
    const caller = token === undefined ? undefined : await route.check(token)
    if (caller === undefined)
      return refuse(res, 401, 'invalid_token', {
        'WWW-Authenticate': token === undefined ? 'Bearer' : 'Bearer error="invalid_token"',
      })
    if (!caller.scope.split(' ').includes('profile'))
      return refuse(res, 403, 'insufficient_scope', {
        'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="profile"',
      })
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(route.data(caller)))
  }
  return (req, res) => {
    answer(req, res).catch((error: unknown) => {
      console.error(error)
      refuse(res, 503, 'temporarily_unavailable')
    })
  }
}

function refuse(res: ServerResponse, status: number, error: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify({ error }))
}
