/** The frameworks' ways to pass a request on and to respond: Koa, Fastify hooks, and `(req, res, next)`. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The part of Koa's context that is used. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Path and query before a mount path was removed. */
  readonly originalUrl: string
  /** Koa request, with `body` or `rawBody` if a body parser ran. */
  readonly request: object
  readonly state: Record<string, unknown>
  status: number
  body: unknown
}

/** The part of Fastify's request that is used. */
export interface FastifyRequest {
  readonly raw: IncomingMessage
}

/** The part of Fastify's reply that is used. */
export interface FastifyReply {
  readonly raw: ServerResponse
}

/** Calls the next handler. */
export type Next = (error?: unknown) => void

/** Middleware for Koa, an `onRequest` hook of Fastify, and a handler for `(req, res, next)`. */
export interface Middleware {
  (ctx: KoaContext, next: () => Promise<unknown>): Promise<void>
  (request: FastifyRequest, reply: FastifyReply, done: Next): void
  (req: IncomingMessage, res: ServerResponse, next: Next): void
}

/** One request, whatever the framework. */
export interface Visit {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Path and query. */
  readonly url: string
  /** The object that later handlers see. */
  readonly carrier: object
  /** What a body parser has read. */
  readonly parsed: unknown
  send(reply: Reply): void
}

const NO_STORE = { 'Cache-Control': 'no-store' }

export function koaVisit(ctx: KoaContext): Visit {
  const { body, rawBody } = ctx.request as { readonly body?: unknown; readonly rawBody?: unknown }
  return {
    ...nodeVisit(ctx.req, ctx.res),
    url: ctx.originalUrl,
    carrier: ctx.state,
    parsed: body ?? rawBody,
    // Koa sends the response when earlier middleware has finished.
    send({ status, headers = {}, body: text = '' }) {
      ctx.status = status
      ctx.body = text
      for (const [name, value] of Object.entries({ ...NO_STORE, ...headers })) ctx.res.setHeader(name, value)
    },
  }
}

export function nodeVisit(req: IncomingMessage, res: ServerResponse): Visit {
  const { originalUrl, body, rawBody } = req as IncomingMessage & Record<'originalUrl' | 'body' | 'rawBody', unknown>
  return {
    req,
    res,
    url: typeof originalUrl === 'string' ? originalUrl : (req.url ?? '/'),
    carrier: req,
    parsed: body ?? rawBody,
    send: ({ status, headers = {}, body: text = '' }) =>
      void res.writeHead(status, { ...NO_STORE, ...headers }).end(text),
  }
}

/** @param evaluate the response that stops the request, or undefined to pass it on */
export function middlewareOf(evaluate: (visit: Visit) => Promise<Reply | undefined>): Middleware {
  const through = async (visit: Visit): Promise<boolean> => {
    const reply = await evaluate(visit)
    if (reply !== undefined) visit.send(reply)
    return reply === undefined
  }
  const inKoa = async (ctx: KoaContext, next: () => Promise<unknown>): Promise<void> => {
    if (await through(koaVisit(ctx))) await next()
  }
  const called = (
    first: KoaContext | FastifyRequest | IncomingMessage,
    second: FastifyReply | ServerResponse | (() => Promise<unknown>),
    next?: Next,
  ): Promise<void> | void => {
    if (typeof second === 'function') return inKoa(first as KoaContext, second)
    const [req, res] = 'raw' in first ? [first.raw, (second as FastifyReply).raw] : [first, second as ServerResponse]
    const visit = { ...nodeVisit(req as IncomingMessage, res), carrier: first }
    through(visit).then(
      (passes) => {
        if (passes) next?.()
      },
      (error: unknown) => next?.(error),
    )
  }
  return called as Middleware
}

/** Node's request inside a framework's one. */
export const requestOf = (request: KoaContext | FastifyRequest | IncomingMessage): IncomingMessage => {
  if ('raw' in request) return request.raw
  return 'originalUrl' in request && 'req' in request ? request.req : (request as IncomingMessage)
}
