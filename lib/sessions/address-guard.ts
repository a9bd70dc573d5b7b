import { lookup as dnsLookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/** Addresses that no notification may reach unless the deployment says so (S8): loopback, link-local, private, special. */
const FORBIDDEN: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24],
  ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
  ['::', 128], ['::1', 128], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64], ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
]
const LOOPBACK: readonly (readonly [string, number])[] = [['127.0.0.0', 8], ['::1', 128]]

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('the address is not one that notifications may be sent to')
  }
}

export interface AddressGuard {
  /** Whether a connection to this IP address is allowed for a client of the environment. */
  allows(address: string, environment: 'development' | 'live'): boolean
  /** A look-up for `net.connect` that gives allowed addresses only: what is checked is what is connected to. */
  lookup(environment: 'development' | 'live'): LookupFunction
}

/** @param allowed CIDR ranges that the deployment opens */
export function addressGuard(allowed: readonly string[]): AddressGuard {
  const forbidden = blockList(FORBIDDEN)
  const loopback = blockList(LOOPBACK)
  const opened = blockList(allowed.map((range) => range.split('/') as [string, string]).map(([network, prefix]) => [network, Number(prefix)]))
  const allows = (address: string, environment: 'development' | 'live'): boolean => {
    const plain = unmapped(address)
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(plain) === 0) return false
    if (!forbidden.check(plain, family) || opened.check(plain, family)) return true
    return environment === 'development' && loopback.check(plain, family)
  }
  return {
    allows,
    lookup: (environment) => (hostname, options, callback) => {
      dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, '', 0)
        // One forbidden address among several is how rebinding looks: none of them is used.
        if (addresses.length === 0 || !addresses.every(({ address }) => allows(address, environment))) return callback(new ForbiddenAddress(), '', 0)
        if (options.all === true) callback(null, addresses)
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
      })
    },
  }
}

/** IPv4 in IPv6 clothes is judged as IPv4. */
function unmapped(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (hex === null) return address.split('%')[0] ?? ''
  const [high, low] = [parseInt(hex[1] as string, 16), parseInt(hex[2] as string, 16)]
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

function blockList(ranges: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4')
  return list
}
