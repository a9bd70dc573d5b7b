/** Calls an endpoint of the service as the pipeline does, without a socket: the request and the answer are objects. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { adoptHostBody } from '../../lib/web/http/body.ts'
import { answerError } from '../../lib/web/http/errors.ts'
import { ROUTES } from '../../lib/web/http/routes.ts'
import type { Handler, RequestContext } from '../../lib/web/request/request-context.ts'
import { newTrace } from '../../lib/web/request/request-context.ts'
import type { RouteName } from '../../lib/web/request/route.ts'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export async function call(
  name: RouteName,
  handler: Handler,
  fields: Readonly<Record<string, string>>,
  { isGone = false }: { readonly isGone?: boolean } = {},
): Promise<Answer> {
  const req = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    headersDistinct: {},
  } as unknown as IncomingMessage
  adoptHostBody(req, { rawBody: new URLSearchParams(fields).toString() })
  const answer = { status: 0, body: '' }
  const res = {
    statusCode: 200,
    headersSent: false,
    /** Whether the client has gone before the response is sent. */
    destroyed: isGone,
    socket: null,
    once: () => res,
    setHeader: () => res,
    hasHeader: () => false,
    end(body: string) {
      Object.assign(answer, { status: res.statusCode, body })
    },
  }
  const route = ROUTES.find((known) => known.name === name) as RequestContext['route']
  const exchange: RequestContext = {
    req,
    res: res as unknown as ServerResponse,
    requestId: 'request-of-the-proof',
    ownId: 'request-of-the-proof',
    address: '127.0.0.1',
    route,
    fullPath: route.paths[0] ?? '',
    path: route.paths[0] ?? '',
    rest: '',
    query: '',
    trace: newTrace(),
  }
  const page = (): never => {
    throw new Error('a machine is never shown a page')
  }
  // An error of the service itself is one that was looked for.
  const report = (error: unknown): never => {
    throw error
  }
  try {
    await handler(exchange)
  } catch (thrown) {
    await answerError(exchange, thrown, { issuerUrl: 'https://sso.example', errorPage: page }, report)
  }
  return { status: answer.status, body: JSON.parse(answer.body) as Answer['body'] }
}
