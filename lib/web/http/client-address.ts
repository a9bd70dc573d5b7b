import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The client's IP address, as added by the outermost trusted proxy. The client can forge any entry before it. */
export function clientAddress(req: IncomingMessage, hops: number): string {
  // IPv4-mapped IPv6 addresses are displayed, counted, and compared as IPv4.
  const socket = (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (hops === 0) return socket
  const forwarded = forwardedAddresses(req)
  const entry = withoutPort(forwarded[Math.max(0, forwarded.length - hops)] ?? '')
  return isIP(entry) !== 0 ? entry : socket
}

/** The entries in `X-Forwarded-For`, in order. Do not trust the first ones, because the client can forge them. */
export function forwardedAddresses({ headers }: IncomingMessage): readonly string[] {
  const header = headers['x-forwarded-for']
  if (header === undefined) return []
  return (Array.isArray(header) ? header.join(',') : header)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Removes the port that some proxies append to an IP address. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(entry) ?? []
  return ipv4 ?? ipv6 ?? entry
}
