/** Two houses that the service lives in: a bare server, and a Koa app with routes and a body parser of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import type { Portico } from '../../lib/index.ts'

export type Mount = 'root' | 'koa'
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

/** Path of the service in each house. */
export const MOUNT_PATHS: Readonly<Record<Mount, string>> = { root: '', koa: '/sso' }

export function house(mount: Mount, portico: Portico): RequestHandler {
  return mount === 'root' ? portico.callback() : koaHouse(portico)
}

interface ParsedRequest { body?: unknown; rawBody?: string }

/** `GET /hello` and `POST /echo` are the host's; so is whatever nobody answers. */
function koaHouse(portico: Portico): RequestHandler {
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
  app.use(portico.middleware())
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
