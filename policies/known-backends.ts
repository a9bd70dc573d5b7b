/**
 * Which requests count toward a client's limit instead of their IP address's. A server app sends all its users'
 * requests from one IP address, so they would share a single limit. A confidential client may therefore list its
 * servers' IP addresses. Requests from these IP addresses that are authenticated as this client have a separate limit.
 *
 * Spec      setting `clients[].backend`; the limits for token, introspection, and revocation; D-G7, D-G12
 * RFC       4632 s3.1, 4291 s2.3 (ranges); 6585 s4 (429)
 * Deny      too_many_attempts 429 with Retry-After; for `backend`, the list of issues
 * Enforced  lib/web/http/known-backend.ts, lib/web/http/rate-limit.ts, policies/client-registration.ts
 * Tests     test/policies/known-backends.test.ts, test/protocol/endpoints/known-backends.test.ts
 */
import { BUDGETS, type Limit, type RateBucket } from './budgets.ts'

/** The IP addresses of a client's servers, and the rate limit that the servers share. */
export interface Backend {
  /** IP addresses and CIDR ranges. */
  readonly addresses: readonly string[]
  /** Requests per minute, across the token, introspection, and revocation endpoints. */
  readonly perMinute: number
}

export const BACKEND_ADDRESSES_MAX = 20
export const BACKEND_PER_MINUTE_MAX = 6_000
/** The widest ranges allowed, as prefix lengths in bits; a wider range usually belongs to more than one company. */
export const WIDEST_PREFIX = { ipv4: 16, ipv6: 48 } as const

const BUCKETS: ReadonlySet<RateBucket> = new Set(['token', 'introspection', 'revocation'])

/** Whether this is an endpoint that a client's servers call with the client's secret. */
export const countsForBackends = (bucket: RateBucket): boolean => BUCKETS.has(bucket)

export const backendLimit = ({ perMinute }: Backend): Limit => ({ limit: perMinute, windowSeconds: 60 })

/** @param failures wrong secrets from one IP address within the window */
export const isStoreAsked = (failures: number): boolean => failures < BUDGETS.backends.failures.limit

export interface AddressRange {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * Parses an IP address or CIDR range. @returns undefined if the text is invalid or an IPv4-mapped IPv6 address, because
 * such addresses are compared as IPv4
 */
export function addressRange(text: string): AddressRange | undefined {
  const [, address = '', bits] = /^([0-9a-fA-F.:]{1,45})(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? []
  const family = familyOf(address)
  if (family === undefined) return undefined
  const most = family === 'ipv4' ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  return prefix > most ? undefined : { address, prefix, family }
}

function familyOf(address: string): AddressRange['family'] | undefined {
  if (/^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/.test(address)) return 'ipv4'
  if (!address.includes(':')) return undefined
  const host = URL.parse(`http://[${address}]`)?.hostname
  return host === undefined || host.startsWith('[::ffff:') ? undefined : 'ipv6'
}

export type BackendIssue =
  | 'backend-without-secret'
  | 'backend-without-address'
  | 'too-many-backend-addresses'
  | 'no-range'
  | 'range-too-wide'
  | 'range-repeated'
  | 'per-minute'

/**
 * Checks a client's backend setting. An issue about an IP address includes that address.
 * @param hasSecret whether the client authenticates with a secret
 */
export function backendIssues(
  { addresses, perMinute }: Backend,
  hasSecret: boolean,
): readonly { readonly code: BackendIssue; readonly address?: string }[] {
  if (!hasSecret) return [{ code: 'backend-without-secret' }]
  const issues: { code: BackendIssue; address?: string }[] = []
  if (addresses.length === 0) issues.push({ code: 'backend-without-address' })
  if (addresses.length > BACKEND_ADDRESSES_MAX) return [{ code: 'too-many-backend-addresses' }]
  for (const [index, address] of addresses.entries()) {
    const range = addressRange(address)
    if (range === undefined) issues.push({ code: 'no-range', address })
    else if (range.prefix < WIDEST_PREFIX[range.family]) issues.push({ code: 'range-too-wide', address })
    else if (addresses.indexOf(address) !== index) issues.push({ code: 'range-repeated', address })
  }
  if (!Number.isSafeInteger(perMinute) || perMinute < 1 || perMinute > BACKEND_PER_MINUTE_MAX)
    issues.push({ code: 'per-minute' })
  return issues
}
