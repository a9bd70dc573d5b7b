/**
 * How many requests a client address may make, per endpoint name. Aliases share a counter because the key is the name.
 *
 * Spec      Limits; Endpoints (rate limit column); decision G7
 * RFC       6585 s4 (429)
 * Deny      too_many_attempts 429 with Retry-After
 * Enforced  lib/http/rate-limit.ts
 * Tests     test/policies/rate-limits.test.ts, test/endpoints/rate-limits.test.ts
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
} as const satisfies Record<string, RateLimit>

export type RateBucket = keyof typeof RATE_LIMITS
export interface RateLimit { readonly limit: number; readonly windowSeconds: number }
export type RateLimits = Readonly<Record<RateBucket, RateLimit>>

/** IPv6 counts per /64: that is what one household or machine has (G7). IPv4 in IPv6 clothes counts as IPv4. */
export function rateAddress(address: string): string {
  const mapped = /^(?:::|0{1,4}(?::0{1,4}){4}:)ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const filled = tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
  return `${filled.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

export type RateVerdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }

export function checkRate(limit: RateLimit, hits: { readonly count: number; readonly resetMs: number }): RateVerdict {
  if (hits.count <= limit.limit) return { allowed: true }
  return { allowed: false, retryAfterSeconds: Math.min(limit.windowSeconds, Math.max(1, Math.ceil(hits.resetMs / 1000))) }
}
