import { nameAfter, requestedName } from '../../policies/name-suffix.ts'
import { canonicalUsername } from '../../policies/username.ts'

it.each([
  [{ username: 'kim' }, 'kim'],
  [{ username: 'kim', email: 'other@b.example' }, 'kim'],
  [{ email: 'kim@b.example' }, 'kim'],
  [{ username: ' ', email: '@b.example' }, 'user'],
  [{ username: 7, email: null }, 'user'],
])('%j wants %s', (said, wanted) => expect(requestedName(said)).toBe(wanted))

it('each try is another name, and one that can be used', () => {
  const long = 'x'.repeat(254)
  expect([0, 1, 2].map((tries) => nameAfter('kim', tries))).toEqual(['kim', 'kim-2', 'kim-3'])
  expect(canonicalUsername(nameAfter(long, 9_999))).toBeDefined()
  // Its 246th character has two halves, of which the second has no room.
  const cut = nameAfter(`${'a'.repeat(245)}\u{1f600}${'b'.repeat(7)}`, 1)
  expect(canonicalUsername(cut)).toBe(`${'a'.repeat(245)}-2`)
})
