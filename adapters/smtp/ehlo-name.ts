import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { asciiDomain, DOMAIN } from '../../policies/email-address.ts'

/** Loopback and unspecified IP addresses, IPv4-mapped ones too. They identify no client to a server. */
const OF_NO_CLIENT = /^(?:(?:::ffff:)?(?:127\.|0\.|7f[\da-f]{2}:)|::1?$)/i

/**
 * The name that this client gives in EHLO: the first full domain name, or the IP address in `wanted` as a literal
 * (RFC 5321 s4.1.3). Servers refuse names without a domain, and the driver's default, the literal of loopback.
 * @param wanted a domain name, or an IP address as in a URL; '' if none
 * @param senderDomain the domain of `from`, used if neither `wanted` nor the host's own name is a full domain name
 */
export function ehloName(wanted: string, senderDomain: string): string {
  const address = wanted.replace(/^\[(.*)\]$/s, '$1')
  const version = isIP(address)
  if (version !== 0 && !OF_NO_CLIENT.test(address)) return version === 6 ? `[IPv6:${address}]` : `[${address}]`
  const names = [wanted, hostname(), senderDomain].map((name) => asciiDomain(name.replace(/\.$/, '')))
  return names.find((name) => name.includes('.') && DOMAIN.test(name)) ?? senderDomain
}
