import type { LookupFunction } from 'node:net'

/** Restricts the IP addresses that calls to the upstream can reach. */
export interface UpstreamGuard {
  /** Looks up the configured issuer's host, which can have a private IP address. */
  readonly ownHost: LookupFunction
  /** Looks up any other host in the metadata, and returns only allowed IP addresses. */
  readonly otherHosts: LookupFunction
  /** Whether a literal IP address, other than the issuer's, is allowed. */
  allows(address: string): boolean
}

export interface UpstreamSettings {
  /** Must be identical, byte for byte, to the issuer in the upstream's metadata and tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Scopes to request. `openid` is always included. */
  readonly scopes: readonly string[]
  readonly guard: UpstreamGuard
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number
}
