import type { LookupFunction } from 'node:net'

/** IP addresses that calls to the upstream can reach. */
export interface UpstreamGuard {
  /** Lookup of the configured issuer's host, which can be private. */
  readonly ownHost: LookupFunction
  /** Lookup of every other host in the metadata: returns allowed IP addresses only. */
  readonly otherHosts: LookupFunction
  /** Whether a literal IP address, other than the issuer's, is allowed. */
  allows(address: string): boolean
}

export interface UpstreamSettings {
  /** As the upstream writes it: its metadata and tokens must match it byte for byte. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** `openid` is always requested. */
  readonly scopes: readonly string[]
  readonly guard: UpstreamGuard
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
