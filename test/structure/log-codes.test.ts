/** Each log line has a code, which `lib/web/http/README.md` lists. The type `LogFields` requires one. */
import { readCode, readSource, sourceFiles } from './sources.ts'

/** Their codes are passed to the file that logs. */
const PASSED = ['lib/compose/accounts.ts', 'lib/domain/seed/seeding.ts', 'lib/domain/seed/store-check.ts']

const LOGS = /\b(?:log|logger)\??\s*(?:\.(?:info|warn|error)|\[[^\]]+\])\(/
const CODE = /(?:\bcode: |\bcalling\(|\[(?='store-))'([a-z]+(?:-[a-z]+)*)'/g

const logged = sourceFiles(['lib', 'adapters'])
  .filter((file) => PASSED.includes(file) || LOGS.test(readCode(file)))
  .flatMap((file) => [...readCode(file).matchAll(CODE)].map(([, code]) => code))
const listed = [
  ...readSource('lib/web/http/README.md').matchAll(/^\|(`[a-z]+-?[a-z-]*`(?:, `[a-z-]+`)*)\|(?:info|warn|error)/gm),
]
  .flatMap(([, codes = '']) => codes.split(', '))
  .map((code) => code.slice(1, -1))

it('the table lists each code of the log once, and no other', () => {
  expect(logged.length).toBeGreaterThan(50)
  expect(listed.toSorted()).toEqual([...new Set(logged)].toSorted())
})
