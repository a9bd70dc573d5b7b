import type { RequestContext } from '../request/request-context.ts'

type Headers = Readonly<Record<string, string | readonly string[]>>
const NO_STORE = 'no-store'

/** Pages replace the policy with one that allows what they load (lib/web/ui/csp.ts). */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const satisfies Headers

/** Sends a response. Keeps headers that were set earlier, such as cookies and CORS headers. */
export function send(
  context: RequestContext,
  status: number,
  type: string | undefined,
  body: string | Buffer,
  headers: Headers = {},
): void {
  const { res } = context
  if (res.headersSent || context.answered) return
  res.statusCode = status
  if (!('Cache-Control' in headers)) res.setHeader('Cache-Control', NO_STORE)
  if (type !== undefined) res.setHeader('Content-Type', type)
  res.setHeader('Content-Length', Buffer.byteLength(body))
  for (const name in headers) res.setHeader(name, headers[name] as string | string[])
  end(context, body)
}

/** Ends a response after its status and headers have been set, directly or through the host. */
export function end(context: RequestContext, body: string | Buffer = ''): void {
  context.answered = true
  if (context.deliver === undefined) context.res.end(body)
  else context.deliver(body)
}

export function sendJson(context: RequestContext, status: number, body: unknown, headers?: Headers): void {
  send(context, status, 'application/json; charset=utf-8', JSON.stringify(body), headers)
}

/** Redirects with a 303, so that the next request is a GET even after a POST (RFC 9700 s4.12). */
export function redirect(context: RequestContext, location: string): void {
  send(context, 303, undefined, '', { Location: location })
}
