/**
 * When a root secret that has been replaced may leave the configuration: when no node uses it or lacks its successor, nothing in the
 * store is sealed under it, and nothing that was made with it is alive.
 */
export interface SecretUse {
  /** It is the first of the configuration. */
  readonly isFirst: boolean
  /** A node that may be running uses it, or lacks the first one. */
  readonly isAwaited: boolean
  /** Values in the store that are sealed under it. */
  readonly sealed: number
  /** Until when a node may have used it, in milliseconds since the epoch. */
  readonly usedUntil: number
  /** How long a token, a session or a cookie that was made with it may live, in seconds. */
  readonly longestLife: number
}

/** `in-use`: not at all. `after-nodes`, `after-reseal`: this comes first. `at`: from then on, in milliseconds since the epoch. */
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
