/**
 * When a replaced root secret can leave the configuration: no node uses it or lacks its successor, no stored value is
 * sealed under it, and nothing made with it is valid.
 */
export interface SecretUse {
  readonly isFirst: boolean
  /** A running node may use it, or lack the first one. */
  readonly isAwaited: boolean
  /** Values in the store that are sealed under it. */
  readonly sealed: number
  /** The latest possible use by a node, in milliseconds since the epoch. */
  readonly usedUntil: number
  /** The longest lifetime of a token, session or cookie made with it, in seconds. */
  readonly longestLife: number
}

/** `in-use`: never. `after-nodes`, `after-reseal`: after that step. `at`: then, in milliseconds since the epoch. */
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
