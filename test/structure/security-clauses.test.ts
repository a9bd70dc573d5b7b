/** The clause sheet names files and tests that exist, and has every clause of its standards that a policy cites. */
import { existsSync } from 'node:fs'
import { Ajv } from 'ajv'
import { policyFiles, readPolicyHeader } from './policy-table.ts'
import { readSource, sourceFiles } from './sources.ts'
import { CLAUSE_SCHEMA, clauseSheets } from './tables/security-clauses.ts'

const sheets = clauseSheets()
/** Names of the standards in headers of policies. */
const STANDARDS: Readonly<Record<string, string>> = {
  'owasp-asvs': 'ASVS',
  'nist-sp-800-63b-4': 'NIST SP 800-63B-4',
  'rfc-9700': '9700',
  'rfc-6819': '6819',
  'openid-connect-core': 'OIDC Core',
}

describe.each(sheets)('$title', ({ name, title, rows }) => {
  it('fits the schema, and has a row once', () => {
    const ajv = new Ajv({ allErrors: true })
    ajv.validate(JSON.parse(readSource(CLAUSE_SCHEMA)), { title, rows })
    expect(ajv.errors).toBeNull()
    expect(new Set(rows.map(({ clause, subject }) => `${clause} ${subject}`)).size).toBe(rows.length)
    expect(new Set(rows.map(({ level }) => level === undefined)).size).toBe(1)
  })

  it('names files that exist, and tests by words that they have', () => {
    const files = rows.flatMap(({ kept = [] }) => kept)
    expect(files.filter((path) => !existsSync(path))).toEqual([])
    const shown = rows.flatMap(({ clause, shown: tests = {} }) =>
      Object.entries(tests).map((test) => [clause, ...test]),
    )
    const isGone = ([, path = '', words = '']: readonly string[]): boolean =>
      !/^test\/.*\.test\.tsx?$/.test(path) || !existsSync(path) || !readSource(path).includes(words)
    expect(shown.filter(isGone)).toEqual([])
  })

  it('has the clauses that policies cite', () => {
    /** A section is listed if one of its subsections is. */
    const isListed = (cited: string): boolean => rows.some(({ clause }) => `${clause}.`.startsWith(`${cited}.`))
    const cited = policyFiles().flatMap((file) =>
      clausesIn(readPolicyHeader(file).rfc, STANDARDS[name] ?? '').map((clause) => [file, clause] as const),
    )
    expect(cited.filter(([, clause]) => !isListed(clause))).toEqual([])
  })
})

it('no source cites a former edition of SP 800-63, and the headers of policies are read', () => {
  const sources = sourceFiles(['policies', 'lib', 'adapters', 'test'], '{ts,tsx,md}')
  expect(sources.filter((path) => /800-63B(?!-4|\()/.test(readSource(path)))).toEqual([])
  const headers = policyFiles().map((file) => readPolicyHeader(file).rfc)
  for (const standard of ['NIST SP 800-63B-4', '9700', 'ASVS'])
    expect(headers.flatMap((rfc) => clausesIn(rfc, standard))).not.toEqual([])
})

/** The clauses of one standard in a line like `9700 s2.1 and s4.1.3 (exact); NIST SP 800-63B-4 s4.2`. */
function clausesIn(line: string, standard: string): readonly string[] {
  let current = ''
  return line
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[;,]|\band\b/)
    .flatMap((part) => {
      const [, named = '', clause] = /^(.*?)\s*\b(?:s|(?=V))(V?\d+(?:\.\d+)*)$/.exec(part.trim()) ?? []
      if (named !== '') current = named
      const isCounted = current === standard && (standard !== 'OIDC Core' || clause?.startsWith('16.') === true)
      return isCounted && clause !== undefined ? [clause] : []
    })
}
