/** A link of an email (D-A6). */
import { type LinkVerdict, type StoredLink, validateLink } from '../../policies/email-links.ts'

const UNTIL = 1_000_000
const BASIS = { passwordStamp: 'stamp', address: 'address' }
const KEPT: StoredLink = { ...BASIS, sequence: 7, until: UNTIL }

interface Row {
  readonly kept?: StoredLink | undefined
  readonly state?: 'used'
  readonly newest?: number
  readonly present?: Partial<typeof BASIS> | 'none'
  readonly now?: number
}
const verdictOf = (row: Row): LinkVerdict => {
  const { state = 'unused', newest = 0, present = {}, now = 0 } = row
  const basis = present === 'none' ? undefined : { ...BASIS, ...present }
  return validateLink('kept' in row ? row.kept : KEPT, state, newest, basis, now)
}

it.each<[string, LinkVerdict, Row]>([
  ['that is not kept', 'unknown', { kept: undefined }],
  ['whose email is on its way, and no other was sent', 'valid', {}],
  ['of the newest email', 'valid', { newest: 7 }],
  ['of the newest email, while an older one arrives late', 'valid', { newest: 6 }],
  ['after a newer email', 'newer', { newest: 8 }],
  ['that was used', 'used', { state: 'used' }],
  ['in the last millisecond of its time', 'valid', { now: UNTIL - 1 }],
  ['at the end of its time', 'expired', { now: UNTIL }],
  ['when the password is another one', 'changed', { present: { passwordStamp: 'another' } }],
  ['when the address is another one', 'changed', { present: { address: 'another' } }],
  ['when no such email would be sent any more', 'changed', { present: 'none' }],
])('%s is %s', (_, verdict, row) => expect(verdictOf(row)).toBe(verdict))

it.each<[LinkVerdict, Row]>([
  ['used', { state: 'used', newest: 8, now: UNTIL, present: 'none' }],
  ['newer', { newest: 8, now: UNTIL, present: 'none' }],
  ['expired', { now: UNTIL, present: 'none' }],
])('is reported as %s before all other issues', (verdict, row) => expect(verdictOf(row)).toBe(verdict))
