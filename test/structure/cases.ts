/** The black-box cases that the service is measured by (`cases.json`), and those that no test names. */
import { readFileSync } from 'node:fs'

interface Group {
  readonly about: string
  /** Each case by its id, with what it shows. */
  readonly cases: Readonly<Record<string, string>>
}

/**
 * Group by group. A test names the cases that it shows in its title; `spec-coverage.test.ts` says which are shown by none.
 */
export const CASES = JSON.parse(readFileSync('test/structure/cases.json', 'utf8')) as Readonly<Record<string, Group>>

/** Every case by its id. */
export const sentences: readonly (readonly [id: string, sentence: string])[] = Object.values(CASES).flatMap(
  ({ cases }) => Object.entries(cases),
)

export const caseIds: readonly string[] = sentences.map(([id]) => id)

/** Cases that a test shows without naming them: the words that stand there. */
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

/** Cases that no test shows, and why. A reason that has become untrue fails: when a test names the case, it leaves this list. */
export const WITHOUT_TEST: readonly { readonly cases: readonly string[]; readonly reason: string }[] = [
  { cases: ['AUTH-44'], reason: 'is TOK-08 under another number' },
  {
    cases: ['HTTP-13'],
    reason: 'an audit of dependencies asks a registry of packages, which no test of this project does',
  },
]
