/**
 * Sends an error in the usual format when Node's HTTP layer rejects a request: `invalid_request`, with a request ID in
 * the header, body, and log. The connection is then closed. No part of the request is echoed or logged.
 * RFC 9112 s3.2 (Host), s6.3 and s7.1 (where a body ends); RFC 9110 s10.1.1 (Expect); RFC 6585 s5 (431)
 */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { newRequestId } from '../web/http/request-id.ts'
import { COMMON_HEADERS } from '../web/http/responses.ts'

/** A rejected request, as logged. `detail` is a fixed word from Portico or Node, never part of the request. */
export interface Refusal {
  readonly request_id: string
  readonly status: number
  readonly error: 'invalid_request'
  readonly detail: string
}

interface OpenRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

interface Cause {
  readonly status: number
  readonly description: string
  readonly ref?: string
}

const NOT_HTTP: Cause = { status: 400, description: 'the request is not well formed' }
const EXPECTATION: Cause = { status: 417, description: 'the expectation cannot be met' }
const HEAD_CAUSES: Readonly<Record<string, Cause>> = {
  HPE_HEADER_OVERFLOW: { status: 431, description: 'request line and headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, description: 'the request did not arrive in time' },
}
const BODY_MALFORMED: Cause = { status: 400, description: 'the body is malformed', ref: 'body_malformed' }
const BODY_CAUSES: Readonly<Record<string, Cause>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, description: 'the body is too large', ref: 'body_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, description: 'the body did not arrive in time', ref: 'body_timeout' },
}
/** How long a client gets to read the response, which may be lost if the connection closes while the client sends. */
const LINGER_MS = 1_000

/** Whether a request can be passed to the handler. If not, an error response has already been sent. */
export type IsFit = (req: IncomingMessage, res: ServerResponse) => boolean

/** Replaces Node's error responses. Requires `requireHostHeader: false`. @returns a check to run on each request */
export function answerUnreadable(server: Server, report: (refusal: Refusal) => void): IsFit {
  const latest = new WeakMap<Duplex, OpenRequest>()
  const ended = new WeakSet<Duplex>()

  const write = (cause: Cause, detail: string, requestId = newRequestId()) => {
    report({ request_id: requestId, status: cause.status, error: 'invalid_request', detail })
    return written(cause, requestId)
  }
  const refuse = ({ res }: OpenRequest, cause: Cause, detail: string): void => {
    // Keep the request's ID if it already has one.
    const { headers, body } = write(cause, detail, res.getHeader('X-Request-Id') as string | undefined)
    res.writeHead(cause.status, headers).end(body)
  }
  const refuseUnread = (socket: Duplex, cause: Cause, detail: string): void => {
    if (!socket.writable) return
    const { headers, body } = write(cause, detail)
    const lines = [`HTTP/1.1 ${cause.status} ${STATUS_CODES[cause.status]}`, `Date: ${new Date().toUTCString()}`]
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    hangUp(socket, `${lines.join('\r\n')}\r\n\r\n${body}`)
  }

  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    // This connection has already failed, and nothing after unreadable bytes can be parsed.
    if (ended.has(socket)) return
    ended.add(socket)
    const { code = '' } = error
    const open = latest.get(socket)
    if (!/^(?:HPE|ERR_HTTP)_/.test(code) || !socket.writable) socket.destroy()
    else if (open === undefined || open.req.complete) {
      const answer = (): void => refuseUnread(socket, HEAD_CAUSES[code] ?? NOT_HTTP, code)
      // Responses must be sent in the order of the requests.
      if (open === undefined || open.res.writableFinished) answer()
      else open.res.once('close', answer)
    } else if (!open.res.headersSent) refuse(open, BODY_CAUSES[code] ?? BODY_MALFORMED, code)
    // A response has already started, so the client would read a second one as part of the first.
    else if (open.res.writableEnded) hangUp(socket)
    else socket.destroy()
  })
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    latest.set(req.socket, { req, res })
    refuse({ req, res }, EXPECTATION, 'expectation')
  })

  return (req, res) => {
    const { socket } = req
    latest.set(socket, { req, res })
    // An idle connection does not keep its last request in memory.
    const forget = (): void => {
      if (latest.get(socket)?.res === res) latest.delete(socket)
    }
    res.once('close', () => (req.complete ? forget() : void req.once('close', forget)))
    const hosts = req.headersDistinct['host']?.length ?? 0
    if (hosts === 1 || (hosts === 0 && req.httpVersion === '1.0')) return true
    refuse({ req, res }, NOT_HTTP, hosts === 0 ? 'no host' : 'several hosts')
    return false
  }
}

function written({ description, ref }: Cause, requestId: string) {
  const error = { error: 'invalid_request', error_description: description, request_id: requestId }
  const body = JSON.stringify(ref === undefined ? error : { ...error, error_ref: ref })
  const headers = {
    'X-Request-Id': requestId,
    ...COMMON_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return { headers, body }
}

function hangUp(socket: Duplex, last = ''): void {
  socket.end(last)
  const end = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(end))
}
