/** The frameworks' ways to pass a request on and to respond: Koa, Fastify hooks, and `(req, res, next)`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isNavigation } from '../../policies/background-request.ts'
import { decideSource } from '../../policies/request-source.ts'
import { ClientError } from './client-error.ts'

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The part of Koa's context that is used. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly originalUrl: string
  /** Koa request, with `body` or `rawBody` if a body parser ran. */
  readonly request: object
  readonly state: Record<string, unknown>
  status: number
  body: unknown
  set(headers: Record<string, string>): void
}

type Raw<Inner> = { readonly raw: Inner }

export type Next = (error?: unknown) => void

/** Middleware for Koa, an `onRequest` hook of Fastify, and a handler for `(req, res, next)`. */
export interface Middleware {
  (ctx: KoaContext, next: () => Promise<unknown>): Promise<void>
  (request: Raw<IncomingMessage>, reply: Raw<ServerResponse>, done: Next): void
  (req: IncomingMessage, res: ServerResponse, next: Next): void
}

export type HostRequest = KoaContext | Raw<IncomingMessage> | IncomingMessage

export type Visit = ReturnType<typeof visitOf>

/** The response of each request that was visited. */
export const responses = new WeakMap<IncomingMessage, ServerResponse>()

export function requestOf(request: HostRequest): IncomingMessage {
  if ('req' in request) return request.req
  return 'raw' in request ? request.raw : request
}

function visitOf(request: HostRequest, response: Raw<ServerResponse> | ServerResponse | (() => unknown)) {
  const ctx = 'req' in request ? request : undefined
  const req = requestOf(request)
  const res = ctx?.res ?? ('raw' in response ? response.raw : (response as ServerResponse))
  responses.set(req, res)
  const { originalUrl } = (ctx ?? req) as { readonly originalUrl?: string }
  const { body, rawBody } = (ctx?.request ?? req) as { readonly body?: unknown; readonly rawBody?: unknown }
  return {
    req,
    url: originalUrl ?? req.url ?? '/',
    carrier: ctx?.state ?? request,
    parsed: body ?? rawBody,
    send(reply: Reply): void {
      const headers = { 'Cache-Control': 'no-store', ...reply.headers }
      if (ctx === undefined) return void res.writeHead(reply.status, headers).end(reply.body)
      // Koa sends the response when earlier middleware has finished.
      ctx.status = reply.status
      ctx.body = reply.body ?? ''
      ctx.set(headers)
    },
  }
}

/** @param evaluate returns the response that stops the request, or undefined to pass it on */
export const middlewareOf = (
  evaluate: (visit: Visit) => Promise<Reply | undefined>,
  refuse: (error: ClientError, req: IncomingMessage) => Reply,
): Middleware =>
  ((request: HostRequest, response: Raw<ServerResponse> | ServerResponse | (() => Promise<unknown>), next?: Next) => {
    const visit = visitOf(request, response)
    const pass = typeof response === 'function' ? response : () => next?.()
    const passed = evaluate(visit)
      .catch((error: unknown) => {
        if (error instanceof ClientError) return refuse(error, visit.req)
        throw error
      })
      .then((reply) => (reply === undefined ? pass() : visit.send(reply)), next)
    // Koa waits. Fastify would continue a second time after a promise.
    return typeof response === 'function' ? passed : undefined
  }) as Middleware

export const jsonRefusal = (refused: ClientError, headers: Reply['headers'] = {}): Reply => {
  const { status, error, message: error_description, requestId: request_id } = refused
  const body = JSON.stringify({ error, error_description, request_id })
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body }
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** A form or a script of another origin cannot act with the user's cookie. @throws ClientError 403 */
export function assertOwnOrigin({ method = '', headers }: IncomingMessage, origin: string): void {
  const source = decideSource({ site: headers['sec-fetch-site'], origin: headers.origin }, origin)
  if (!SAFE_METHODS.includes(method) && source === 'cross-origin')
    throw new ClientError(403, 'access_denied', 'The request comes from a page of another site.')
}

/** Whether a user sees the response. A script or an image cannot sign in. */
export function isPage({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'x-requested-with': requestedWith, accept } = headers as Record<string, string>
  return (method === 'GET' || method === 'HEAD') && isNavigation({ mode, requestedWith, accept })
}
