import { BlockList, isIP } from 'node:net'
import type { IsPrivateAddress } from '../../../policies/client-registration.ts'
/** IP addresses to which notifications are blocked by default (D-S8): loopback, link-local, private and special use. */
import FORBIDDEN from './private-ranges.json' with { type: 'json' }

const LOOPBACK = ['127.0.0.0/8', '::1/128']

export type PrivateAddresses = ReturnType<typeof privateAddresses>

/** @param allowed CIDR ranges that the deployment allows explicitly */
export function privateAddresses(allowed: readonly string[]) {
  const forbidden = blockList(FORBIDDEN)
  const loopback = blockList(LOOPBACK)
  const opened = blockList(allowed)
  /** Whether clients in this environment may receive notifications at this IP address. */
  const allows = (address: string, environment: 'development' | 'live'): boolean => {
    const plain = unmapped(address)
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(plain) === 0) return false
    if (!forbidden.check(plain, family) || opened.check(plain, family)) return true
    return environment === 'development' && loopback.check(plain, family)
  }
  /** Checks the host of a URI as written, without a DNS lookup, when a client is being registered. */
  const isPrivateAddress: IsPrivateAddress = (uri) => {
    const name = URL.parse(uri)?.hostname.replace(/^\[|\]$/g, '') ?? ''
    // These names always mean the local machine, no matter what a resolver returns for them (RFC 6761 s6.3).
    const literals = /^(?:.+\.)?localhost$/.test(name)
      ? ['127.0.0.1', '::1']
      : [name].filter((text) => isIP(text) !== 0)
    return literals.length > 0 && !literals.some((literal) => allows(literal, 'live'))
  }
  return { allows, isPrivateAddress }
}

/** IPv4 addresses embedded in IPv6, mapped (RFC 4291 s2.5.5.2) or for NAT64 (RFC 6052 s2.1), are checked as IPv4. */
function unmapped(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (isIP(plain) !== 6) return plain
  // The URL parser converts every IP address to its canonical form: shortened, in hexadecimal groups.
  const [, high, low] =
    /^\[(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${plain}]`).hostname) ?? []
  if (high === undefined || low === undefined) return plain
  const [left, right] = [parseInt(high, 16), parseInt(low, 16)]
  return `${left >> 8}.${left & 255}.${right >> 8}.${right & 255}`
}

/** @param ranges in CIDR notation */
function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
