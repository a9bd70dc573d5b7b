import type { IncomingMessage, ServerResponse } from 'node:http'
import { adoptHostBody } from './body.ts'
import type { Pipeline } from './pipeline.ts'

/** The part of Koa's context that the middleware uses. */
export interface HostContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly originalUrl: string
  readonly request: object
  respond?: boolean | undefined
}

/** For Koa: paths of the service are answered on the raw response, others go on to the host's next middleware. */
export function koaMiddleware({ handle }: Pipeline): (ctx: HostContext, next: () => Promise<unknown>) => Promise<void> {
  return async (ctx, next) => {
    adoptHostBody(ctx.req, ctx.request)
    if (await handle(ctx.req, ctx.res, ctx.originalUrl)) ctx.respond = false
    else await next()
  }
}

/** For every framework with `(req, res)`. */
export function nodeCallback(
  { handle, notFound }: Pipeline,
  fallback: (req: IncomingMessage, res: ServerResponse) => void = (req, res) => {
    notFound(req, res).catch(() => res.destroy())
  },
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    adoptHostBody(req, req as object)
    handle(req, res).then(
      (handled) => {
        if (!handled) fallback(req, res)
      },
      () => res.destroy(),
    )
  }
}
