import { canonicalPassword, canonicalUsername, USERNAME_MAX_LENGTH } from '../../policies/username.ts'

describe('two spellings of one account (RFC 8265 s3.3)', () => {
  it.each([
    ['case', 'Alice', 'alice'],
    ['case of other scripts', 'ΆΛΙΚΗ', 'άλικη'],
    ['accents as one character or two', 'zoe\u0301', 'zo\u00E9'],
    ['full-width letters', 'ａｌｉｃｅ', 'alice'],
    ['ligatures', 'ﬁona', 'fiona'],
    ['letters that grow when folded', 'İnci', 'İNCi'],
    ['signs that stand for a word', '℡', 'TEL'],
  ])('%s', (_, one, other) => {
    expect(canonicalUsername(one)).toBe(canonicalUsername(other))
    expect(canonicalUsername(one)).not.toBeUndefined()
  })

  it.each([
    ['a letter of another script', 'admin', '\u0430dmin'],
    ['a dot at the end', 'admin', 'admin.'],
    ['an accent', 'jose', 'josé'],
    ['a space inside', 'an na', 'anna'],
    ['a plus sign', 'anna', 'anna+1'],
    ['the German sharp s', 'weiss', 'weiß'],
  ])('are two accounts when they differ in %s', (_, one, other) => {
    expect(canonicalUsername(one)).not.toBe(canonicalUsername(other))
    expect(canonicalUsername(other)).not.toBeUndefined()
  })
})

describe('what can be no user name', () => {
  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['a space before', ' alice'],
    ['a space behind', 'alice '],
    ['a space behind that is not ASCII', 'alice\u3000'],
    ['a space that folds to one', 'alice\u00A0'],
    ['a line feed', 'ali\nce'],
    ['a zero character', 'alice\0'],
    ['a tab', 'ali\tce'],
    ['a line separator', 'ali\u2028ce'],
    ['a paragraph separator', 'ali\u2029ce'],
    ['a zero-width space', 'ali\u200Bce'],
    ['a zero-width joiner', 'ali\u200Dce'],
    ['a direction mark', '\u202Ealice'],
    ['a byte order mark', '\uFEFFalice'],
    ['a soft hyphen', 'ali\u00ADce'],
    ['a variation selector', 'alice\uFE0F'],
    ['a filler that shows nothing', 'alice\u3164'],
    ['half of a character', 'alice\uD800'],
    ['a character for private use', 'alice\uE000'],
    ['a character that does not exist', 'alice\uFFFF'],
    ['more than fits', 'a'.repeat(USERNAME_MAX_LENGTH + 1)],
  ])('%s', (_, username) => expect(canonicalUsername(username)).toBeUndefined())

  it('has a greatest length that is still allowed', () =>
    expect(canonicalUsername('a'.repeat(254))).toBe('a'.repeat(254)))
})

it('the canonical form: is its own canonical form, for every character there is', () => {
  const unstable: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const once = canonicalUsername(`a${String.fromCodePoint(code)}b`)
    if (once !== undefined && canonicalUsername(once) !== once) unstable.push(code.toString(16))
  }
  expect(unstable).toEqual([])
})

describe('passwords', () => {
  it.each([
    ['as one keyboard or another writes an accent', 'cafe\u0301', 'caf\u00E9'],
    ['full-width', 'ｐ４ｓｓ', 'p4ss'],
  ])('are the same: %s', (_, one, other) => expect(canonicalPassword(one)).toBe(canonicalPassword(other)))

  it.each([
    ['case', 'Secret', 'secret'],
    ['a space behind', 'secret ', 'secret'],
    ['a zero character', 'secret\0', 'secret'],
  ])('differ: %s', (_, one, other) => expect(canonicalPassword(one)).not.toBe(canonicalPassword(other)))
})
