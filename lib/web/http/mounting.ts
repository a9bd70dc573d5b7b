import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deliver } from '../request/request-context.ts'
import { adoptHostBody } from './body.ts'
import type { HostHints } from './host-hints.ts'
import type { Pipeline } from './pipeline.ts'

/** The part of Koa's context that the middleware uses. */
export interface HostContext {
  /** Node.js request. */
  readonly req: IncomingMessage
  /** Node.js response. */
  readonly res: ServerResponse
  /** Path and query before a mount path was removed. */
  readonly originalUrl: string
  /** Koa request, with `body` or `rawBody` if a body parser ran. */
  readonly request: object
  /** HTTP status of the response; Portico sets it. */
  status: number
  /** Body of the response; Portico sets it, and Koa sends it. */
  body: unknown
}

/** Calls the host's next handler. */
export type Next = (error?: unknown) => void

/** Lets Koa send the response, because middleware such as a session may still have to set headers. */
export function koaMiddleware(
  { handle }: Pipeline,
  hints: HostHints,
): (ctx: HostContext, next: () => Promise<unknown>) => Promise<void> {
  hints.standsBeforeHost()
  return async (ctx, next) => {
    if (ctx.req === undefined) throw new TypeError('sso.middleware() is for Koa; with (req, res) it is sso.callback()')
    adoptHostBody(ctx.req, ctx.request)
    if (await handle(ctx.req, ctx.res, ctx.originalUrl, throughKoa(ctx))) return
    hints.passedOn(ctx.originalUrl, ctx.req.url)
    await next()
  }
}

/** Passes a response body to Koa after the status and headers have been set. */
export function throughKoa(ctx: HostContext): Deliver {
  return (body) => {
    const { res } = ctx
    const isTyped = res.hasHeader('Content-Type')
    ctx.status = res.statusCode
    ctx.body = body
    // Koa adds a content type to every text body, even in a redirect, so remove it again.
    if (!isTyped) res.removeHeader('Content-Type')
  }
}

/** Handler for any framework that calls it with `(req, res)`, with or without `next`. */
export function nodeCallback(
  { handle, notFound }: Pipeline,
  hints: HostHints,
  fallback?: (req: IncomingMessage, res: ServerResponse) => void,
): (req: IncomingMessage, res: ServerResponse, next?: Next) => void {
  if (fallback !== undefined) hints.standsBeforeHost()
  const passOn = (req: IncomingMessage, res: ServerResponse, next: Next | undefined): void => {
    hints.passedOn((req as { originalUrl?: string }).originalUrl, req.url)
    if (fallback !== undefined) return fallback(req, res)
    if (next === undefined) return void notFound(req, res).catch(() => res.destroy())
    hints.standsBeforeHost()
    next()
  }
  return (req, res, next) => {
    if (typeof res?.setHeader !== 'function')
      throw new TypeError(
        "sso.callback() takes Node's own request and response: in Fastify reply.hijack(), then request.raw and reply.raw; in Koa it is sso.middleware()",
      )
    adoptHostBody(req, req as object)
    handle(req, res).then(
      (handled) => {
        if (!handled) passOn(req, res, next)
      },
      () => res.destroy(),
    )
  }
}
