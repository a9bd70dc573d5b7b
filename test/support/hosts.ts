/** Houses that the service lives in: a bare server, and a Koa app with routes and a body parser of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import Koa, { type Middleware } from 'koa'
import type { Portico } from '../../lib/index.ts'

/** `koa` asks the service for every path; `koa-mount` for those below its own, with the prefix cut off. */
export type Mount = 'root' | 'koa' | 'koa-mount'
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

/** Path of the service in each house. */
export const MOUNT_PATHS: Readonly<Record<Mount, string>> = { root: '', koa: '/sso', 'koa-mount': '/sso' }

export function house(mount: Mount, portico: Portico): RequestHandler {
  if (mount === 'root') return portico.callback()
  const sso = portico.middleware() as Middleware
  return koaHouse(mount === 'koa' ? sso : below(MOUNT_PATHS[mount], sso))
}

// The package has no types of its own.
const below = createRequire(import.meta.url)('koa-mount') as (path: string, middleware: Middleware) => Middleware

interface ParsedRequest {
  body?: unknown
  rawBody?: string
}

/** `GET /hello` and `POST /echo` are the host's; so is whatever nobody answers. */
function koaHouse(sso: Middleware): RequestHandler {
  const app = new Koa()
  app.silent = true
  app.use(async (ctx, next) => {
    const request = ctx.request as ParsedRequest
    const chunks: Buffer[] = []
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer)
    if (chunks.length > 0) {
      request.rawBody = Buffer.concat(chunks).toString('utf8')
      request.body = parsed(ctx.get('content-type'), request.rawBody)
    }
    await next()
  })
  app.use(async (ctx, next) => {
    if (ctx.path === '/hello' && ctx.method === 'GET') ctx.body = 'hello from the host'
    else if (ctx.path === '/echo' && ctx.method === 'POST') ctx.body = { echo: (ctx.request as ParsedRequest).body }
    else await next()
  })
  app.use(sso)
  app.use((ctx) => {
    ctx.status = 404
    ctx.body = 'the host knows no such page'
  })
  return app.callback() as RequestHandler
}

/** As many parsers do it: `a[b]=c` becomes an object. */
function parsed(type: string, text: string): unknown {
  if (type.includes('json')) {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return {}
    }
  }
  const body: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer, inner] = /^([^[]+)\[(.+)\]$/.exec(name) ?? []
    if (outer !== undefined && inner !== undefined) body[outer] = { [inner]: value }
    else body[name] = value
  }
  return body
}
