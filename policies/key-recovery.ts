/**
 * A store that came back empty may have other keys before this node reads it again. Tokens that this node has signed
 * must still verify. Its keys stay published as previous ones until the last token has expired.
 *
 * Spec      GET /.well-known/jwks.json; D-T13
 * RFC       OIDC Core s10.1.1 (keys that are no longer used stay published for a reasonable time)
 * Deny      none
 * Enforced  lib/domain/keys/key-ring.ts
 * Tests     test/policies/key-recovery.test.ts, test/faults/rel-09-empty-store.test.ts
 */

import { type KeyTimes, keyState } from './key-rotation.ts'

/**
 * The keys to publish. Two key sets of one store share a key, because a new key is published long before it signs. Key
 * sets without a common key mean that the store has lost ours.
 * @param lastSeenAt when this node last saw its own keys in the store; its lag bounds how long it signed with them
 * after that
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
