import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { STATEMENTS } from '../../adapters/postgres/statements.ts'

const folder = 'adapters/postgres/sql'
const sectionsOf = (file: string): readonly string[] =>
  readFileSync(`${folder}/${file}.sql`, 'utf8').split(/^-- (?=[a-zA-Z]+: )/m)
const highest = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))

const schema = readFileSync(`${folder}/schema.sql`, 'utf8')
const TABLES = new Set(
  Array.from(schema.matchAll(/^CREATE TABLE IF NOT EXISTS portico\.(\w+)/gm), ([, name]) => name as string),
)

describe('the SQL statements:', () => {
  it('every file is in the table', () =>
    expect(readdirSync(folder).toSorted()).toEqual(
      Object.keys(STATEMENTS)
        .map((file) => `${file}.sql`)
        .toSorted(),
    ))

  describe.each(Object.entries(STATEMENTS))('%s', (file, names) => {
    const [before, ...sections] = sectionsOf(file)

    it('has the statements of the table, in its order', () =>
      expect([before, ...sections.map((section) => section.slice(0, section.indexOf(':')))]).toEqual(['', ...names]))

    it.each(sections.map((section) => [section.slice(0, section.indexOf(':')), section] as const))(
      '%s has a header that states purpose, caller, parameters, result, and why it is one statement',
      (_, section) => {
        const lines = section.trimEnd().split('\n')
        const first = lines.findIndex((line, index) => index > 0 && !line.startsWith('--'))
        const [header, body] = [lines.slice(0, first).join('\n'), lines.slice(first).join('\n')]
        expect(header).toMatch(/^[a-zA-Z]+: [a-z].*[.,]\n?/)
        for (const word of ['Returns', 'Why']) expect(header).toMatch(new RegExp(`^-- ${word} +\\S`, 'm'))
        const [, caller = ''] = /^-- Called by +(\S+)$/m.exec(header) ?? []
        expect([caller, existsSync(caller)]).toEqual([caller, true])
        expect(highest(header)).toBe(highest(body))
        const parts = new Set(Array.from(body.matchAll(/(?:WITH|,) (\w+) AS \(/g), ([, name]) => name))
        const bare = Array.from(
          body.matchAll(/(?:FROM|INTO|UPDATE|TABLE|EXISTS|REFERENCES) (\w+)/g),
          ([, name]) => name,
        )
        expect(bare.filter((name = '') => TABLES.has(name) && !parts.has(name))).toEqual([])
      },
    )
  })
})
