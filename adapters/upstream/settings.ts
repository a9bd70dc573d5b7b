import type { LookupFunction } from 'node:net'

/** Which addresses calls to the upstream may reach. */
export interface UpstreamGuard {
  /** Look-up of the configured issuer's host, which may be private. */
  readonly ownHost: LookupFunction
  /** Look-up of every other host that the metadata name: it gives allowed addresses only. */
  readonly otherHosts: LookupFunction
  /** Whether a literal address that is not the issuer's may be connected to. */
  allows(address: string): boolean
}

export interface UpstreamSettings {
  /** As the upstream writes it: its metadata and tokens must have it byte for byte. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** `openid` is asked for in any case. */
  readonly scopes: readonly string[]
  readonly guard: UpstreamGuard
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
