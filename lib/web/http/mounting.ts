import type { IncomingMessage, ServerResponse } from 'node:http'
import { adoptHostBody } from './body.ts'
import type { Pipeline } from './pipeline.ts'

/** The part of Koa's context that the middleware touches. */
export interface HostContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly originalUrl: string
  readonly request: object
  respond?: boolean
}

/** For Koa: what is ours is answered on the raw response, what is not goes on to the host's next middleware. */
export function koaMiddleware({ handle }: Pipeline): (ctx: HostContext, next: () => Promise<unknown>) => Promise<void> {
  return async (ctx, next) => {
    adoptHostBody(ctx.req, ctx.request)
    if (await handle(ctx.req, ctx.res, ctx.originalUrl)) ctx.respond = false
    else await next()
  }
}

/** For everything that speaks `(req, res)`. */
export function nodeCallback(
  { handle, notFound }: Pipeline,
  fallback: (req: IncomingMessage, res: ServerResponse) => void = (req, res) => {
    notFound(req, res).catch(() => res.destroy())
  },
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    adoptHostBody(req, req as object)
    handle(req, res).then(
      (ours) => {
        if (!ours) fallback(req, res)
      },
      () => res.destroy(),
    )
  }
}
