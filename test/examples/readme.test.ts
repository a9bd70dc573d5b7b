/** The README says what the code says: its tables, its program, its links. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withTables } from './readme-tables.ts'

const readme = readFileSync('README.md', 'utf8')

describe('README.md', () => {
  it('has the tables of today (node dist/test/examples/readme-tables.js writes them)', () => {
    expect(readme).toBe(withTables(readme))
  })

  it('shows the minimal example as it is compiled and run', () => {
    expect(readme).toContain(`\`\`\`ts\n${readFileSync('examples/minimal/main.ts', 'utf8')}\`\`\`\n`)
  })

  it('shows a page of the host as it is compiled', () => {
    const [, ...code] = readFileSync('test/types/readme-view.ts', 'utf8').split('\n')
    expect(readme).toContain(`\`\`\`ts\n${code.join('\n')}\`\`\`\n`)
  })

  it('names only scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const code = [...readme.matchAll(/```sh\n([^]*?)```|`(npm [^`]*)`/g)]
      .map(([, block, inline]) => block ?? inline ?? '')
      .join('\n')
    const named = [...code.matchAll(/\bnpm (?:run )?(\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'ci')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(named).toEqual(expect.arrayContaining(['start', 'test']))
  })
})

describe.each(['README.md', 'examples/server-client/README.md'])('%s', (file) => {
  it('links to files that there are', () => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
      join(dirname(file), link),
    )
    expect(links.filter((link) => !existsSync(link))).toEqual([])
  })
})

describe('the guarantees of README.md', () => {
  it('each name the policy that keeps it, and leave no policy out', () => {
    const section = readme.slice(readme.indexOf('## Guarantees'), readme.indexOf('## Configuration'))
    const named = new Set([...section.matchAll(/\(policies\/([\w-]+\.ts)\)/g)].map(([, name]) => name))
    // Vocabulary, not rules.
    const rules = readdirSync('policies').filter(
      (name) => name.endsWith('.ts') && !['verdict.ts', 'errors.ts'].includes(name),
    )
    expect([...named].sort()).toEqual(rules.sort())
  })
})
