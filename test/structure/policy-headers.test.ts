import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { policyFiles, readPolicyHeader } from './policy-table.ts'
import { importsOf, readSource, sourceFiles } from './sources.ts'

const headers = policyFiles().map(readPolicyHeader)

describe.each(headers)('$file', ({ file, rule, spec, deny, enforced, tests }) => {
  it('states the rule, its source, and the response', () => {
    for (const text of [rule, spec, deny]) expect(text).toMatch(/\w/)
  })

  it('is enforced in the named files', () => {
    expect(enforced.length).toBeGreaterThan(0)
    expect(enforced.filter((path) => !existsSync(path))).toEqual([])
    // A file that enforces a rule without importing it has a duplicate of it.
    expect(enforced.filter((path) => existsSync(path) && !importsOf(path).some(({ to }) => to === file))).toEqual([])
  })

  it('is tested in the named files: as a table, and over HTTP', () => {
    expect(tests).toContain(`test/policies/${basename(file, '.ts')}.test.ts`)
    expect(tests.filter((path) => !existsSync(path))).toEqual([])
  })

  it('is pure: no time, no randomness, no state, and it never throws', () => {
    const code = readSource(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    expect(code).not.toMatch(
      /\bDate\b|Math\.random|\bprocess\b|\bfetch\b|\bconsole\b|\bcrypto\b|\basync\b|\bPromise\b|\bthrow\b|^(?:export )?let /m,
    )
  })
})

describe('policies/README.md', () => {
  const decision = /\bD-[A-Z]\d+\b/g

  it('has every decision that code and tests cite', () => {
    const listed = new Set(readFileSync('policies/README.md', 'utf8').match(decision))
    const cited = sourceFiles(['policies', 'lib', 'adapters', 'test']).flatMap((file) =>
      (readSource(file).match(decision) ?? []).map((id) => `${file}: ${id}`),
    )
    expect(cited.filter((line) => !listed.has(line.slice(line.indexOf(': ') + 2)))).toEqual([])
  })
})
