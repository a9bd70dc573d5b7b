import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import type { UpstreamSettings } from './settings.ts'

/** Time limit for a whole call, from the DNS lookup to the last byte. */
export const CALL_LIMIT = { longestMs: 5_000 }
const ANSWER_LIMIT_BYTES = 256 * 1024
/** Maximum number of concurrent calls per connector. */
const CALLS_MAX = 50
const LOCALHOSTS = ['localhost', '127.0.0.1', '[::1]']

export interface CallOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Makes one call to the upstream, limited in time and size, and follows no redirects.
 * @throws UpstreamRefused `upstream_unavailable` if a later call can succeed, otherwise `upstream_response`
 */
export type Call = (url: string, options?: CallOptions) => Promise<Response>

/** Whether the URL uses https, or http if both the URL and the issuer are on localhost. */
export function isCallable(address: string, issuer: string): boolean {
  const [url, own] = [URL.parse(address), URL.parse(issuer)]
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && [url.hostname, own?.hostname].every((name) => LOCALHOSTS.includes(name ?? ''))
}

export function boundedCall({ issuer, guard }: Pick<UpstreamSettings, 'issuer' | 'guard'>): Call {
  let underway = 0
  const own = URL.parse(issuer)?.hostname

  const lookupFor = ({ hostname }: URL): LookupFunction => {
    if (hostname === own) return guard.ownHost
    const literal = hostname.replace(/^\[|\]$/g, '')
    // Check literal IP addresses now, because they skip the lookup that checks other hosts.
    if (isIP(literal) !== 0 && !guard.allows(literal)) throw new UpstreamRefused('upstream_response')
    return guard.otherHosts
  }

  return async (address, options = {}) => {
    const url = URL.parse(address)
    if (url === null || !isCallable(address, issuer)) throw new UpstreamRefused('upstream_response')
    const lookup = lookupFor(url)
    if (underway >= CALLS_MAX) throw new UpstreamRefused('upstream_unavailable')
    underway += 1
    try {
      return await answered(url, lookup, options)
    } finally {
      underway -= 1
    }
  }
}

function answered(url: URL, lookup: LookupFunction, { method = 'GET', headers, body }: CallOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method,
      agent: false,
      lookup,
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
      rejectUnauthorized: true,
      headers: {
        ...headers,
        'Accept-Encoding': 'identity',
        ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    })
    const finish = (outcome: Response | UpstreamRefused): void => {
      clearTimeout(timer)
      request.destroy()
      if (outcome instanceof UpstreamRefused) reject(outcome)
      else resolve(outcome)
    }
    // One timeout covers the whole call, so that a slow upstream cannot block callers.
    const timer = setTimeout(() => finish(new UpstreamRefused('upstream_unavailable')), CALL_LIMIT.longestMs)
    const failed = (error: Error): void => finish(failure(error))
    request.on('error', failed)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const refused = refusedStatus(response.statusCode ?? 0)
      if (refused !== undefined) return finish(refused)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > ANSWER_LIMIT_BYTES) finish(new UpstreamRefused('upstream_response'))
      })
      response.on('end', () => finish(asResponse(response, Buffer.concat(chunks)))).on('error', failed)
    })
    request.end(body)
  })
}

/** Rejects redirects and server errors; callers check all other statuses. If the upstream is busy, retries can help. */
function refusedStatus(status: number): UpstreamRefused | undefined {
  if (status >= 500 || status === 429) return new UpstreamRefused('upstream_unavailable', `HTTP ${status}`)
  return status < 200 || (status >= 300 && status < 400)
    ? new UpstreamRefused('upstream_response', `HTTP ${status}`)
    : undefined
}

/** A forbidden IP address and an invalid HTTP response are permanent errors; all others are temporary. */
function failure(error: NodeJS.ErrnoException): UpstreamRefused {
  const isLasting = error.name === 'ForbiddenAddress' || error.code?.startsWith('HPE_') === true
  return isLasting
    ? new UpstreamRefused('upstream_response')
    : new UpstreamRefused('upstream_unavailable', /^[A-Z_0-9]{1,60}$/.exec(error.code ?? '')?.[0])
}

function asResponse({ statusCode = 0, headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Response([204, 205].includes(statusCode) ? null : body, { status: statusCode, headers: single })
}
