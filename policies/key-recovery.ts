/**
 * Which keys stay published if the store lost its contents and now contains different keys. Tokens that this node has
 * signed must still verify, so its keys stay published as previous keys until the last of those tokens has expired.
 *
 * Spec      GET /.well-known/jwks.json; D-T13
 * RFC       OIDC Core s10.1.1 (retired keys stay published for a reasonable time)
 * Deny      none
 * Enforced  lib/domain/keys/key-ring.ts
 * Tests     test/policies/key-recovery.test.ts, test/faults/rel-09-empty-store.test.ts
 */

import { type KeyTimes, keyState } from './key-rotation.ts'

/**
 * The keys to publish. Two key sets from the same store share a key, because a new key is published long before it
 * signs. If the sets have no key in common, the store has lost this node's keys.
 * @param lastSeenAt when this node last saw its own keys in the store; it may have signed with them for up to its
 * maximum lag afterward
 */
export function recoveredKeys<Key extends KeyTimes>(
  stored: readonly Key[],
  own: readonly Key[],
  lastSeenAt: number,
): readonly Key[] {
  const kids = new Set(stored.map(({ kid }) => kid))
  if (own.some(({ kid }) => kids.has(kid))) return stored
  const used = own.filter((key) => keyState(key) !== 'next')
  return used.length === 0
    ? stored
    : [...stored, ...used.map((key) => ({ ...key, retiredAt: key.retiredAt ?? lastSeenAt }))]
}
