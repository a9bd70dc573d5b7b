/**
 * How many requests a client address may make, per endpoint name. Aliases share a counter because the key is the name.
 * An IPv6 network counts too, or whoever has a /48 would be as many callers as it has /64s.
 *
 * Spec      setting `rateLimits`, the limit of each route; D-G7, D-G12
 * RFC       6585 s4 (429)
 * Deny      too_many_attempts 429 with Retry-After
 * Enforced  lib/web/http/rate-limit.ts
 * Tests     test/policies/rate-limits.test.ts, test/protocol/endpoints/rate-limits.test.ts
 */
export const RATE_LIMITS = {
  discovery: { limit: 60, windowSeconds: 60 },
  jwks: { limit: 60, windowSeconds: 60 },
  authorize: { limit: 20, windowSeconds: 60 },
  token: { limit: 30, windowSeconds: 60 },
  userinfo: { limit: 60, windowSeconds: 60 },
  revocation: { limit: 30, windowSeconds: 60 },
  introspection: { limit: 30, windowSeconds: 60 },
  logout: { limit: 30, windowSeconds: 60 },
  frontchannelLogout: { limit: 30, windowSeconds: 60 },
  registerSession: { limit: 30, windowSeconds: 60 },
  pages: { limit: 120, windowSeconds: 60 },
  metrics: { limit: 60, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>

export type RateBucket = keyof typeof RATE_LIMITS
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}
export type RateLimits = Readonly<Record<RateBucket, RateLimit>>

/** The limit of a /48 is so many times that of one of its /64s (D-G12). */
const SITE_FACTOR = 8

/** IPv6 counts per /64, which is what one household or machine has (D-G7). IPv4-mapped IPv6 counts as IPv4. */
export function rateAddress(address: string): string {
  const parsed = parseAddress(address)
  return typeof parsed === 'string' ? parsed : `${parsed.slice(0, 4).join(':')}::/64`
}

/** The /48 of an IPv6 address, which is what one customer of a provider may have (RFC 6177); undefined for any other. */
export function rateSite(address: string): string | undefined {
  const parsed = parseAddress(address)
  return typeof parsed === 'string' ? undefined : `${parsed.slice(0, 3).join(':')}::/48`
}

export const siteLimit = ({ limit, windowSeconds }: RateLimit): RateLimit => ({
  limit: limit * SITE_FACTOR,
  windowSeconds,
})

/** The groups of an IPv6 address; anything else as text, IPv4-mapped addresses as IPv4. */
function parseAddress(address: string): string | readonly string[] {
  // How Node writes IPv4 on a dual-stack socket; by far the most frequent.
  if (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address)) return address.slice('::ffff:'.length)
  if (!address.includes(':')) return address
  // A zone (%eth0) is no part of the address; the URL parser gives each address its canonical form.
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

/** The eight groups of an address in brackets, without leading zeros. */
function groupsOf(hostname: string): readonly string[] {
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

export type RateVerdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }

export function checkRate(limit: RateLimit, hits: { readonly count: number; readonly resetMs: number }): RateVerdict {
  if (hits.count <= limit.limit) return { allowed: true }
  return {
    allowed: false,
    retryAfterSeconds: Math.min(limit.windowSeconds, Math.max(1, Math.ceil(hits.resetMs / 1000))),
  }
}
