/** Endpoints that fail when a test asks them to, before or after the provider handles the request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { optionsIssue } from '../../policies/option-names.ts'
import { assertNone } from '../client/client-error.ts'
import { ROUTES, routeTable } from '../web/http/routes.ts'

const ENDPOINTS = ['token', 'userinfo', 'introspection', 'jwks', 'discovery'] as const

/** An endpoint that can fail. */
export type FailingEndpoint = (typeof ENDPOINTS)[number]

/** How an endpoint fails. */
export interface Failure {
  /**
   * HTTP status of the response, 400 to 599.
   * @default 503
   * @example 500
   */
  readonly status?: number
  /**
   * Number of requests that fail. `Infinity`: all until the next call.
   * @default 1
   * @example 3
   */
  readonly times?: number
}

interface Planned {
  readonly how: number | 'lost'
  left: number
}

const BODIES: Readonly<Record<number, string>> = { 429: 'too_many_attempts', 503: 'temporarily_unavailable' }

export function plannedFailures() {
  const planned = new Map<FailingEndpoint, Planned>()
  const routeOf = routeTable(ROUTES)
  const plan = (name: string, endpoint: FailingEndpoint, how: Planned['how'], times: number): void => {
    if (!ENDPOINTS.includes(endpoint))
      throw new TypeError(`${name}: expected ${ENDPOINTS.join(', ')}, got ${JSON.stringify(endpoint)}`)
    if (times !== Number.POSITIVE_INFINITY && !(Number.isInteger(times) && times > 0))
      throw new TypeError(`${name}: expected times to be a whole number from 1, or Infinity, got ${times}`)
    planned.set(endpoint, { how, left: times })
  }
  return {
    fail(endpoint: FailingEndpoint, failure: Failure = {}): void {
      assertNone(optionsIssue(failure, ['status', 'times']))
      const { status = 503, times = 1 } = failure
      if (!(Number.isInteger(status) && status >= 400 && status <= 599))
        throw new TypeError(`fail: expected a status from 400 to 599, got ${status}`)
      plan('fail', endpoint, status, times)
    },
    loseResponse: (endpoint: FailingEndpoint): void => plan('loseResponse', endpoint, 'lost', 1),
    /** @returns whether the request was answered here */
    isAnswered(req: IncomingMessage, res: ServerResponse): boolean {
      const name = routeOf((req.url ?? '').split('?', 1)[0] ?? '')?.route.name as FailingEndpoint
      const next = planned.get(name)
      // A preflight is no call of the endpoint.
      if (next === undefined || next.left === 0 || req.method === 'OPTIONS') return false
      next.left -= 1
      if (next.how === 'lost') {
        loseBytes(req, res)
        return false
      }
      const body = { error: BODIES[next.how] ?? 'server_error', error_description: 'the test asked for this failure' }
      res.writeHead(next.how, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        // A browser app must see the status.
        'Access-Control-Allow-Origin': req.headers.origin ?? '*',
        ...(next.how === 503 || next.how === 429 ? { 'Retry-After': '1' } : {}),
      })
      res.end(JSON.stringify(body))
      return true
    },
  }
}

/** The provider counts the response as sent (D-T15), and the connection ends before a byte of it leaves. */
function loseBytes({ socket }: IncomingMessage, res: ServerResponse): void {
  socket.write = (...sent: readonly unknown[]): boolean => {
    const written = sent.findLast((one) => typeof one === 'function')
    if (written !== undefined) process.nextTick(written as () => void)
    return true
  }
  res.once('finish', () => socket.destroy())
}
