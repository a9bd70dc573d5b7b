/** Hosts that mount Portico: a bare server, and a Koa app with routes and a body parser. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import Koa, { type Middleware } from 'koa'
import type { Portico } from '../../lib/index.ts'

/** `koa` passes every path to Portico; `koa-mount` only those below its path, with the prefix removed. */
export type Mount = 'root' | 'koa' | 'koa-mount'
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

/** Portico's path in each host. */
export const MOUNT_PATHS: Readonly<Record<Mount, string>> = { root: '', koa: '/sso', 'koa-mount': '/sso' }

export function house(mount: Mount, portico: Portico): RequestHandler {
  if (mount === 'root') return portico.callback()
  const sso = portico.middleware() as Middleware
  return koaHouse(mount === 'koa' ? sso : below(MOUNT_PATHS[mount], sso))
}

// The package has no type declarations.
const below = createRequire(import.meta.url)('koa-mount') as (path: string, middleware: Middleware) => Middleware

interface ParsedRequest {
  body?: unknown
  rawBody?: string
}

/** `GET /hello`, `POST /echo` and all unhandled paths belong to the host. */
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

/** Like many parsers: `a[b]=c` becomes an object. */
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
