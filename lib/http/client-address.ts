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
  const forwarded = (Array.isArray(header) ? header.join(',') : header ?? '').split(',').map((entry) => entry.trim()).filter((entry) => entry !== '')
  const entry = forwarded[Math.max(0, forwarded.length - hops)]
  return entry !== undefined && isIP(entry) !== 0 ? entry : socket
}
