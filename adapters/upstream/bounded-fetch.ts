/**
 * Calls to a provider elsewhere: in time, of a bounded size, to allowed addresses, and never by a redirect. What its own documents
 * name is no more to be trusted than a stranger.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { UpstreamRefused } from '../../lib/ports/upstream-provider.ts'

const TIMEOUT_MS = 5_000
const ANSWER_MAX_BYTES = 256 * 1024
const AT_ONCE_MAX = 50

/** Which addresses of other hosts than the issuer's may be asked. */
export interface AddressGuard {
  /** Finds allowed addresses only: the one that was checked is the one connected to. */
  readonly lookup: LookupFunction
  readonly isForbidden: (address: string) => boolean
}

type Fetch = (
  url: string,
  options: { readonly body?: unknown; readonly headers: Record<string, string>; readonly method: string },
) => Promise<Response>

export function boundedFetch(issuer: URL, guard: AddressGuard): Fetch {
  let running = 0
  return async (address, { body, headers, method }) => {
    const url = new URL(address)
    const isOwn = url.hostname === issuer.hostname
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && issuer.protocol === 'http:' && isOwn)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // A literal address is not looked up.
    const isForbidden = !isOwn && isIP(literal) !== 0 && guard.isForbidden(literal)
    if (!isSafe || isForbidden)
      throw new UpstreamRefused('upstream_response', 'it names an address that is not allowed')
    if (running >= AT_ONCE_MAX) throw new UpstreamRefused('upstream_unavailable', 'too many calls at once')
    running += 1
    try {
      const sent = body === undefined || body === null ? '' : String(body)
      return await call(url, { method, headers, body: sent, ...(isOwn ? {} : { lookup: guard.lookup }) })
    } finally {
      running -= 1
    }
  }
}

interface Call {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly lookup?: LookupFunction
}

function call(url: URL, { body, ...options }: Call): Promise<Response> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, { ...options, agent: false, headers: { ...options.headers, ...length } })
    const refuse = (refused: UpstreamRefused): void => {
      clearTimeout(timer)
      request.destroy()
      reject(refused)
    }
    // One limit for all of it: a provider that sends single bytes slowly holds nothing up.
    const timer = setTimeout(() => refuse(new UpstreamRefused('upstream_unavailable', 'it took too long')), TIMEOUT_MS)
    const failed = (error: NodeJS.ErrnoException): void =>
      refuse(new UpstreamRefused('upstream_unavailable', error.code ?? 'the connection failed'))
    request.on('error', failed)
    request.on('response', (response: IncomingMessage) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) return refuse(new UpstreamRefused('upstream_response', `status ${status}`))
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > ANSWER_MAX_BYTES) refuse(new UpstreamRefused('upstream_response', 'its answer is too long'))
      })
      response.on('error', failed)
      response.on('end', () => {
        clearTimeout(timer)
        if (status >= 500) return reject(new UpstreamRefused('upstream_unavailable', `status ${status}`))
        const type = response.headers['content-type']
        resolve(
          new Response(Buffer.concat(chunks), { status, headers: type === undefined ? {} : { 'content-type': type } }),
        )
      })
    })
    request.end(body)
  })
}
