/** What is attacked: the public address of a service, and, where the campaign has started it, what lies behind. */
import type { Printed } from '../cli/portico.ts'
import { addressed } from '../support/addressed.ts'
import type { Node } from '../support/idp.ts'
import type { RedisServer } from '../support/redis-server.ts'

export interface Target {
  /** Of a fresh deployment: behind a trusted proxy, without rate limits; the caller chooses its IP address. */
  readonly node: Node
  /** Fewer of everything that comes in numbers. */
  readonly quick: boolean
}

/** A deployment that the campaign has started: two nodes on one store. */
export interface OwnTarget extends Target {
  /** The other node, as any client on the network reaches it, with its rate limits. */
  readonly outer: Node
  readonly redis: RedisServer
  readonly keyPrefix: string
  /** The logs of both nodes. */
  log(): string
  cli(...line: string[]): Promise<Printed>
}

export class Weakness extends Error {
  override readonly name = 'Weakness'
}

export function weak(found: string): never {
  throw new Weakness(found)
}

/** As the campaign must find it, or an attack would prove nothing. */
export function mustBe<T>(found: T, expected: T, what: string): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)}, not ${String(expected)}`)
}

/** Whether the campaign has the accounts and clients, as in a deployment that it has started. */
export const isOwn = (target: Target): target is OwnTarget => 'outer' in target

/** A node that is known by its address alone, wherever it is. */
export function nodeAt(url: string): Node {
  const issuer = url.replace(/\/$/, '')
  const { protocol, hostname, port } = new URL(issuer)
  const isTls = protocol === 'https:'
  const target = {
    host: hostname,
    port: Number(port === '' ? (isTls ? 443 : 80) : port),
    tls: isTls ? ({ servername: hostname, believed: 'known-authorities' } as const) : undefined,
  }
  return addressed(issuer, target) as unknown as Node
}

let callers = 0

/** A node as seen from a separate IP address. */
export function asCaller(node: Node, address = `198.18.${(callers += 1) >> 8}.${callers & 255}`): Node {
  return {
    ...node,
    send: (path, message = {}) =>
      node.send(path, { ...message, headers: { 'x-forwarded-for': address, ...message.headers } }),
  }
}
