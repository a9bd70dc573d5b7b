/**
 * Determines when a replaced root secret can be removed from the configuration: once no node uses it or lacks its
 * successor, no stored value is sealed under it, and nothing made with it is still valid.
 */
export interface SecretUse {
  readonly isFirst: boolean
  /** Whether a running node may still be using this secret or may lack the first one. */
  readonly isAwaited: boolean
  /** Number of values in the store sealed under this secret. */
  readonly sealed: number
  /** Latest time at which a node may have used the secret, in milliseconds since the epoch. */
  readonly usedUntil: number
  /** The longest lifetime of a token, session or cookie made with the secret, in seconds. */
  readonly longestLife: number
}

/**
 * When a secret can be removed. `in-use`: not yet, because it is the first secret. `after-nodes`: once all nodes have
 * switched to the first one. `after-reseal`: once the stored values have been resealed. `at`: at the given time, in
 * milliseconds since the epoch.
 */
export type SecretRetirement =
  | { readonly may: 'in-use' | 'after-nodes' | 'after-reseal' | 'now' }
  | { readonly may: 'at'; readonly at: number }

/** @param now milliseconds since the epoch */
export function decideSecretRetirement(use: SecretUse, now: number): SecretRetirement {
  if (use.isFirst) return { may: 'in-use' }
  if (use.isAwaited) return { may: 'after-nodes' }
  if (use.sealed > 0) return { may: 'after-reseal' }
  const at = use.usedUntil + use.longestLife * 1000
  return now < at ? { may: 'at', at } : { may: 'now' }
}
