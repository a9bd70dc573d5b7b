/** What is attacked: the public address of a service, and, where the campaign has started it, what lies behind. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Printed } from '../cli/portico.ts'
import { type Answer, encodeFields, type Fields, type Message } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import type { RedisServer } from '../support/redis-server.ts'

export interface Target {
  /** Of a deployment of our own: behind a proxy that it trusts, without rate limits; whoever asks says from which address. */
  readonly node: Node
  /** Fewer of everything that comes in numbers. */
  readonly quick: boolean
}

/** A deployment that the campaign has started: two nodes on one store. */
export interface OwnTarget extends Target {
  /** The other node, as anybody on the network reaches it, with its rate limits. */
  readonly outer: Node
  readonly redis: RedisServer
  readonly keyPrefix: string
  /** What both nodes have logged. */
  log(): string
  cli(...line: string[]): Promise<Printed>
}

export class Weakness extends Error {
  override readonly name = 'Weakness'
}

export function weak(found: string): never {
  throw new Weakness(found)
}

const PATIENCE_MS = 15_000

/** A node that is known by its address alone, wherever it is. */
export function nodeAt(url: string): Node {
  const issuer = url.replace(/\/$/, '')
  const { origin, protocol, hostname, port, pathname } = new URL(issuer)
  const mountPath = pathname.replace(/\/$/, '')
  const isTls = protocol === 'https:'
  const pathOf = (address: string): string =>
    address.startsWith(`${origin}/`) ? address.slice(origin.length) : mountPath + address
  const send = (address: string, { method, headers = {}, body, from }: Message = {}): Promise<Answer> => {
    const isForm = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
    const bytes = isForm ? encodeFields(body as Fields) : (body as string | Uint8Array | undefined)
    const sent = {
      method: method ?? (bytes === undefined ? 'GET' : 'POST'),
      path: pathOf(address),
      headers: {
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      },
      body: Buffer.from(bytes ?? '').toString('latin1'),
    }
    return new Promise((resolve, reject) => {
      const outgoing = (isTls ? httpsRequest : httpRequest)(
        {
          hostname,
          port: port === '' ? undefined : port,
          path: sent.path,
          method: sent.method,
          headers: sent.headers,
          timeout: PATIENCE_MS,
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
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${sent.method} ${sent.path.slice(0, 60)}`)))
      outgoing.on('error', reject)
      outgoing.end(bytes)
    })
  }
  const known = { issuer, port: Number(port === '' ? (isTls ? 443 : 80) : port), mountPath, send }
  return known as unknown as Node
}

let callers = 0

/** A node as somebody sees it who comes from an address of their own. */
export function asCaller(node: Node, address = `198.18.${(callers += 1) >> 8}.${callers & 255}`): Node {
  return {
    ...node,
    send: (path, message = {}) =>
      node.send(path, { ...message, headers: { 'x-forwarded-for': address, ...message.headers } }),
  }
}
