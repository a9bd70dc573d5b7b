/**
 * Passwords that attackers try first: words about the user, runs, repetitions, and variations of listed ones. A browser
 * runs the same code while the user types.
 *
 * Spec      D-A9
 * RFC       NIST SP 800-63B-4 s3.1.1.2
 * Deny      policies/new-password.ts
 * Enforced  policies/new-password.ts, lib/domain/accounts/factors/password-list.ts
 * Tests     test/policies/guessable-password.test.ts, test/policies/new-password.test.ts
 */

/** Characters that users write for a letter, after that letter. `l` becomes `i`, because `1` stands for both. */
const SUBSTITUTES = ['oo0', 'i1!|l', 'z2', 'e3€', 'a4@', 's5$', 'g69', 't7+', 'b8']
const LETTER_OF = new Map(SUBSTITUTES.flatMap((all) => [...all].map((one) => [one, all.charAt(0)] as const)))
const SUBSTITUTE = new RegExp(`[${SUBSTITUTES.join('')}]`, 'g')
const LETTER = /[\p{L}\p{M}]/u
const SYMBOL = /[^\p{L}\p{M}\p{N}]/u
const WORD_LENGTH = 3
/** The shortest listed word that counts without the digits and symbols around it. */
const CORE_LENGTH = 6
/** Digits and symbols at the ends of a password that are removed one by one; then all of them are. */
const CUTS = 12
/** Longer passwords are not compared with the list. */
const LISTED_LENGTH = 64

/** In lower case, without the accents that some users omit. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()

const LAYOUTS = [
  ['12345678901234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['12345678901234567890', 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnm'],
  ['12345678901234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['!@#$%^&*()_+'],
  ['!"§$%&/()=?'],
  ['&é"\'(-è_çà)='],
]
const columns = (rows: readonly string[]): string =>
  Array.from({ length: 10 }, (_, at) => rows.map((row) => row.charAt(at)).join('')).join('')
/** Three keys in a row, in a column or in a zigzag, in both directions. */
const RUNS = new Set(
  LAYOUTS.flatMap((rows) => [...rows, columns(rows), columns(rows.slice(1)), columns(rows.slice(0, 2))])
    .flatMap((row) => [row, [...row].reverse().join('')])
    .map(plain)
    .flatMap((row) => Array.from(row, (_, at) => row.slice(at, at + 3))),
)

/** Keeps the position of each character. */
const fold = (text: string): string => text.replace(SUBSTITUTE, (one) => LETTER_OF.get(one) as string)
/** Without a separator, if it is the only character that is no letter or digit. */
function joined(text: string): string {
  const separator = SYMBOL.exec(text)?.[0]
  if (separator === undefined) return text
  const letters = text.replaceAll(separator, '')
  return SYMBOL.test(letters) ? text : letters
}

/** The repeated part, as in `alicealicealice`; otherwise the whole text. */
function unit(text: string): string {
  for (let length = 1; length <= (text.length + 1) / 2; length += 1)
    if (text.startsWith(text.charAt(0), length) && text.startsWith(text.slice(length))) return text.slice(0, length)
  return text
}

/** The number of characters that do not follow from those before them. A run counts as one, a repetition as none. */
export function unpredictableLength(password: string): number {
  const text = plain(password)
  const { before, core, after } = ends(text)
  return Math.min(lengthOf(text), lengthOf(before) + lengthOf(core) + lengthOf(after))
}

function lengthOf(text: string): number {
  const letters = joined(text)
  const rest = unit(letters).replace(/(.)\1+/gu, '$1')
  let [length, inRun] = [letters === text ? 0 : 1, false]
  for (let at = 0; at < rest.length; at += 1) {
    const follows = at > 1 && isRun(rest.slice(at - 2, at + 1))
    if (!follows) length += 1
    else if (!inRun) length -= 1
    inRun = follows
  }
  return length
}

function isRun(three: string): boolean {
  const step = three.charCodeAt(1) - three.charCodeAt(0)
  return (Math.abs(step) === 1 && three.charCodeAt(2) - three.charCodeAt(1) === step) || RUNS.has(three)
}

/**
 * What remains of a password without words about the user, the product and the host; empty if only digits and symbols
 * remain. Undefined if it has no such word.
 */
export function withoutWords(password: string, texts: readonly string[]): string | undefined {
  let rest = plain(password)
  const words = texts
    .flatMap((text) => plain(text).split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter(({ length }) => length >= WORD_LENGTH)
  for (const word of words.map(fold).sort((one, other) => other.length - one.length))
    for (let at = fold(rest).indexOf(word); at >= 0; at = fold(rest).indexOf(word))
      rest = rest.slice(0, at) + rest.slice(at + word.length)
  if (rest === plain(password)) return undefined
  return LETTER.test(rest) ? rest : ''
}

/** The form in which the list contains a password. Variations of the password have the same form. */
export function listedForm(password: string): string {
  const text = plain(password)
  const { core } = ends(text)
  return fold(core.length < CORE_LENGTH ? text : core)
}

/** The forms of all listed passwords of which this password is a variation. */
export function* formsOf(password: string): Generator<string> {
  const text = plain(password)
  if (text.length > LISTED_LENGTH) return
  const letters = text.replace(/[^\p{L}\p{M}]/gu, '')
  for (const part of [...cuts(text), letters])
    for (const view of new Set([part, joined(part), ...repetitions(part), ...repetitions(joined(part))]))
      if (view.length >= CORE_LENGTH) yield fold(view)
}

/** The repeated part, once and twice, because a listed password can be a repetition itself. */
function repetitions(text: string): readonly string[] {
  const part = unit(text)
  return part === text ? [] : [part, part + part, ends(part).core]
}

/** The text without some or all of the digits and symbols at its ends. */
function* cuts(text: string): Generator<string> {
  const { before, core, after } = ends(text)
  const [atStart, atEnd] = [core === '' ? after.length : before.length, after.length]
  for (const start of counts(atStart))
    for (const end of counts(atEnd))
      if (start + end <= CUTS || start === atStart || end === atEnd) yield text.slice(start, text.length - end)
}

const counts = (all: number): readonly number[] => [...Array(Math.min(all, CUTS) + 1).keys(), all]

/** The text between the digits and symbols at its ends. */
function ends(text: string): { readonly before: string; readonly core: string; readonly after: string } {
  const characters = [...text]
  const isLetter = (character: string): boolean => LETTER.test(character)
  const [start, end] = [Math.max(0, characters.findIndex(isLetter)), characters.findLastIndex(isLetter) + 1]
  const part = (...range: [number, number?]): string => characters.slice(...range).join('')
  return { before: part(0, start), core: part(start, end), after: part(end) }
}
