import { readdirSync } from 'node:fs'
import { readSource, sourceFiles } from './sources.ts'

const READMES = [
  'lib/README.md',
  'policies/README.md',
  'lib/ports/README.md',
  'lib/protocol/interaction/README.md',
  'adapters/README.md',
]

const files = sourceFiles(['policies', 'lib', 'adapters', 'examples', 'test'], '{ts,tsx,lua}')

describe.each(READMES)('%s', (readme) => {
  it('names files that are there', () => {
    const named = [...readSource(readme).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|lua))`/g)].map(([, path = '']) =>
      path.replace(/^(?:\.\.\/)+/, ''),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([])
  })
})

describe('lib/README.md', () => {
  const text = readSource('lib/README.md')
  const entries = readdirSync('lib', { withFileTypes: true })

  it('maps every folder of lib, and no other', () => {
    const mapped = [...text.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, folder]) => folder)
    expect(mapped).toEqual(
      entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it('maps every file that lies in lib itself', () => {
    const mapped = [...text.matchAll(/^\| `([\w-]+\.ts)` \|/gm)].map(([, file]) => file)
    expect(mapped.toSorted()).toEqual(
      entries
        .filter(({ name }) => name.endsWith('.ts'))
        .map(({ name }) => name)
        .toSorted(),
    )
  })
})
