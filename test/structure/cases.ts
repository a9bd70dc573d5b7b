/** The black-box cases for Portico (`cases.json`), and those without a test. */
import { readFileSync } from 'node:fs'

interface Group {
  readonly about: string
  /** Each case by its id, with its claim. */
  readonly cases: Readonly<Record<string, string>>
}

/** A test names its cases in its title; `spec-coverage.test.ts` reports cases without a test. */
export const CASES = JSON.parse(readFileSync('test/structure/cases.json', 'utf8')) as Readonly<Record<string, Group>>

/** Every case by its id. */
export const sentences: readonly (readonly [id: string, sentence: string])[] = Object.values(CASES).flatMap(
  ({ cases }) => Object.entries(cases),
)

export const caseIds: readonly string[] = sentences.map(([id]) => id)

/** Cases of tests that do not name them, with words of the test. */
export const SHOWN_UNNAMED: readonly { readonly id: string; readonly test: string; readonly words: string }[] = [
  {
    id: 'TOK-27',
    test: 'test/protocol/endpoints/transport.test.ts',
    words: `['/token', { method: 'GET' }, 405, 'invalid_request']`,
  },
  {
    id: 'HTTP-12',
    test: 'test/examples/reference-processes.test.ts',
    words: 'answers the request in flight, takes no other',
  },
]

/** Cases without a test, with the reason. An obsolete reason fails: a case that a test names must leave this list. */
export const WITHOUT_TEST: readonly { readonly cases: readonly string[]; readonly reason: string }[] = [
  { cases: ['AUTH-44'], reason: 'is TOK-08 under another number' },
  {
    cases: ['HTTP-13'],
    reason: 'an audit of dependencies asks a registry of packages, which no test of this project does',
  },
]
