import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client's address. Without trusted proxies that is the socket's; with `hops` of them it is the entry that the outermost
 * trusted proxy wrote, counted from the right: entries further left can be forged.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  // IPv4-mapped IPv6 is shown, counted and compared as IPv4.
  const socket = (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (hops === 0) return socket
  const forwarded = forwardedAddresses(req)
  const entry = withoutPort(forwarded[Math.max(0, forwarded.length - hops)] ?? '')
  return isIP(entry) !== 0 ? entry : socket
}

/** What the proxies, and whoever asked the first of them, have written, in this order. */
export function forwardedAddresses({ headers }: IncomingMessage): readonly string[] {
  const header = headers['x-forwarded-for']
  if (header === undefined) return []
  return (Array.isArray(header) ? header.join(',') : header)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Some proxies write the port as well; without this all their clients would count as one address. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(entry) ?? []
  return ipv4 ?? ipv6 ?? entry
}
