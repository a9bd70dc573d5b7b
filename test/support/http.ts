/** HTTP for the tests: requests are sent byte for byte, redirects are not followed, every header is returned. */
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { request as requestOverTls, Agent as TlsAgent } from 'node:https'
import { HANG_MS } from './patience.ts'

export interface Message {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  /** A record or pairs are sent as a form; text and bytes unchanged. */
  readonly body?: string | Uint8Array | Fields
  /** The loopback IP address that the request comes from. */
  readonly from?: string | undefined
}

export type Fields = Readonly<Record<string, string | undefined>> | readonly (readonly [string, string])[]

/** The request, to search the response for echoes of it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly setCookies: readonly string[]
  readonly text: string
  readonly sent: Sent
  // Untyped: a test states its expectations field by field.
  json(): any
}

/** The destination of a request. */
export interface Target {
  readonly host: string
  readonly port: number
  /** The certificate's host name; without it the request is not encrypted. */
  readonly tls?: { readonly servername: string; readonly believed: 'any-signer' | 'known-authorities' } | undefined
}

/**
 * A server closes a connection after five idle seconds by default, and announces this. The agent closes it four seconds
 * earlier, because a busy machine notices it late. It uses the server's limit only if it has one itself.
 */
const KEPT = { keepAlive: true, maxSockets: 100, timeout: 2 * HANG_MS, agentKeepAliveTimeoutBuffer: 4_000 }
const agents = { clear: new Agent(KEPT), tls: new TlsAgent(KEPT) }

export function encodeFields(fields: Fields): string {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields).filter(([, value]) => value !== undefined)
  return new URLSearchParams(pairs as [string, string][]).toString()
}

/** One request to a port of this machine. */
export const send = (port: number, path: string, message?: Message): Promise<Answer> =>
  sendTo({ host: '127.0.0.1', port }, path, message)

/** One request to any destination. */
export function sendTo(
  { host, port, tls }: Target,
  path: string,
  { method, headers = {}, body, from }: Message = {},
): Promise<Answer> {
  const isForm = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
  const bytes = isForm ? encodeFields(body as Fields) : (body as string | Uint8Array | undefined)
  const verb = method ?? (bytes === undefined ? 'GET' : 'POST')
  const all: OutgoingHttpHeaders = {
    ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...(bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
    ...headers,
  }
  const sent: Sent = { method: verb, path, headers: all, body: Buffer.from(bytes ?? '').toString('latin1') }
  return new Promise((resolve, reject) => {
    const outgoing = (tls === undefined ? request : requestOverTls)(
      {
        host,
        port,
        ...(tls === undefined
          ? {}
          : { servername: tls.servername, rejectUnauthorized: tls.believed === 'known-authorities' }),
        path,
        method: verb,
        headers: all,
        agent: tls === undefined ? agents.clear : agents.tls,
        timeout: HANG_MS,
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              setCookies: incoming.headers['set-cookie'] ?? [],
              text,
              sent,
              json: () => JSON.parse(text) as unknown,
            })
          })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${verb} ${path.slice(0, 80)}: no answer`)))
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

/** Runs `width` items at a time; the results are in the order of the items. */
export async function inParallel<T>(count: number, width: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let index = next++; index < count; index = next++) results[index] = await work(index)
    }),
  )
  return results
}
