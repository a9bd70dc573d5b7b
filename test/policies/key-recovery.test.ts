/** Keys that a store has lost (D-T13). */
import { recoveredKeys } from '../../policies/key-recovery.ts'
import type { KeyTimes } from '../../policies/key-rotation.ts'

const next: KeyTimes = { kid: 'next', publishedAt: 90 }
const current: KeyTimes = { kid: 'current', publishedAt: 0, activatedAt: 50 }
const previous: KeyTimes = { kid: 'previous', publishedAt: 0, activatedAt: 0, retiredAt: 50 }
const promoted: KeyTimes = { ...next, activatedAt: 700 }
const other: KeyTimes = { kid: 'other', publishedAt: 120, activatedAt: 120 }

it.each<[string, readonly KeyTimes[], readonly KeyTimes[], readonly KeyTimes[]]>([
  [
    'what has signed stays published, the current key as retired since it was last seen; what never signed does not',
    [other],
    [previous, current, next],
    [other, previous, { ...current, retiredAt: 100 }],
  ],
  [
    'a set that shares a key with ours is ours, whatever has been withdrawn from it',
    [current, next],
    [previous, current, next],
    [current, next],
  ],
  ['so it is when all but the next key are gone', [promoted, other], [current, next], [promoted, other]],
  ['a node that has never seen a key has none to keep', [other], [], [other]],
  ['keys that never signed need not be kept', [other], [next], [other]],
])('%s', (_, stored, own, published) => expect(recoveredKeys(stored, own, 100)).toEqual(published))

it('a set without losses is the same object: there is nothing to write', () => {
  const stored = [current, next]
  expect(recoveredKeys(stored, [current, next], 100)).toBe(stored)
})
