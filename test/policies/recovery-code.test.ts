/** Input of a recovery code. */
import {
  RECOVERY_CODES,
  RECOVERY_CODES_LOW,
  readOneTimePassword,
  readRecoveryCode,
} from '../../policies/recovery-code.ts'

it.each<[string, string, string | undefined]>([
  ['as it was given out', 'abcd-efgh-jk23-mnpq-rstu-vw45', 'abcdefghjk23mnpqrstuvw45'],
  ['without dashes, in capitals, with spaces', ' ABCD EFGHJK23MNPQ RSTUVW45 ', 'abcdefghjk23mnpqrstuvw45'],
  ['with the dashes of a word processor', 'abcd\u2013efgh\u2011jk23-mnpq-rstu-vw45', 'abcdefghjk23mnpqrstuvw45'],
  ['in full width', '\uff41bcdefghjk23mnpqrstuvw45', 'abcdefghjk23mnpqrstuvw45'],
  ['of half the length', 'abcd-efgh-jk23', undefined],
  ['too short', 'abcd-efgh-jk23-mnpq-rstu-vw4', undefined],
  ['too long', 'abcd-efgh-jk23-mnpq-rstu-vw456', undefined],
  ['with a digit that none has', 'abcd-efgh-jk01-mnpq-rstu-vw45', undefined],
  ['nothing', '', undefined],
])('%s', (_, typed, code) => expect(readRecoveryCode(typed)).toBe(code))

it('the warning comes before they run out', () => expect(RECOVERY_CODES_LOW).toBeLessThan(RECOVERY_CODES))

it.each([
  ['abcd-efgh-2345-6789', 'abcd-efgh-2345-6789'],
  [' ABCD efgh\u00a023456789\u200e', 'abcd-efgh-2345-6789'],
  ['abcd\u2013efgh-2345-678', undefined],
])('a one-time password typed as %j is %j', (typed, read) => expect(readOneTimePassword(typed)).toBe(read))
