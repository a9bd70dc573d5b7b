import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address of the one who asks. Without trusted proxies that is the socket's; with `hops` of them it is the entry
 * that the outermost trusted proxy wrote, counted from the right: what stands further left anybody could have written.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  // IPv4 in IPv6 clothes is shown, counted and compared as IPv4.
  const socket = (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (hops === 0) return socket
  const header = req.headers['x-forwarded-for']
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const entry = withoutPort(forwarded[Math.max(0, forwarded.length - hops)] ?? '')
  return isIP(entry) !== 0 ? entry : socket
}

/** Some proxies write the port as well; taken for no address, all who come through them would count as one. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(entry) ?? []
  return ipv4 ?? ipv6 ?? entry
}
