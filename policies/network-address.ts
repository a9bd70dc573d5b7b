/**
 * Which IP addresses count as one caller. Each IPv4 address does, and each IPv6 /64, the range of one household or
 * machine. Each /48 is also counted, with eight times the limit, because an attacker with a /48 would otherwise count
 * as 65,536 callers.
 *
 * Spec      everything that is counted by network; D-G7, D-G12
 * RFC       6177 s2 (a site may have a /48); 4291 s2.5.5.2 (IPv4-mapped addresses)
 * Deny      none; budgets.ts defines what happens beyond a limit
 * Enforced  lib/domain/limits/attempts.ts, lib/serve/connection-limit.ts, lib/domain/audit/received.ts
 * Tests     test/policies/network-address.test.ts, test/protocol/endpoints/rate-limits.test.ts
 */
import type { Limit } from './budgets.ts'

/** The limit for a /48, as a multiple of the limit for a /64 (D-G12). */
const SITE_FACTOR = 8

/** IPv6 addresses are counted per /64 (D-G7), and IPv4-mapped IPv6 addresses as IPv4. */
export function rateAddress(address: string): string {
  const parsed = parseAddress(address)
  return typeof parsed === 'string' ? parsed : `${parsed.slice(0, 4).join(':')}::/64`
}

/** The /48 of an IPv6 address; undefined for IPv4. A single ISP customer may have a whole /48 (RFC 6177). */
export function rateSite(address: string): string | undefined {
  const parsed = parseAddress(address)
  return typeof parsed === 'string' ? undefined : `${parsed.slice(0, 3).join(':')}::/48`
}

export const siteLimit = <L extends Limit>(ofAddress: L): L => ({ ...ofAddress, limit: ofAddress.limit * SITE_FACTOR })

/** The groups of an IPv6 address; anything else is returned as text, with IPv4-mapped IPv6 as IPv4. */
function parseAddress(address: string): string | readonly string[] {
  // Fast path for the most common case: this is how Node.js represents IPv4 on a dual-stack socket.
  if (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address)) return address.slice('::ffff:'.length)
  if (!address.includes(':')) return address
  // A zone (%eth0) is not part of the IP address. The URL parser returns the canonical form.
  const url = URL.parse(`http://[${address.split('%')[0]}]`)
  if (url === null) return address
  const groups = groupsOf(url.hostname)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return groups
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .map((pair) => `${pair >> 8}.${pair & 255}`)
    .join('.')
}

/** The eight groups of a bracketed IPv6 address, without leading zeros. */
function groupsOf(hostname: string): readonly string[] {
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
