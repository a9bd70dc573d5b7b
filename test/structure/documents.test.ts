/** The documents are correct: their tables and programs, the files and scripts that they name, their links. */
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { FORMATS, LIBRARY_FORMATS } from '../../lib/domain/clients/blocks/formats.ts'
import { CATALOGUE, CATALOGUE_IDS } from '../../lib/domain/clients/catalogue/catalogue.ts'
import { WRITTEN } from './docs.ts'
import { ROOMS } from './rooms.ts'
import { readSource, sourceFiles } from './sources.ts'
import { withParts } from './tables/parts.ts'

const DOCUMENTS = [
  '*.{md,txt}',
  '.github/*.md',
  ...['policies', 'lib', 'adapters', 'examples', 'test'].map((folder) => `${folder}/**/*.md`),
]
  .flatMap((pattern) => globSync(pattern))
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()

const readme = readSource('README.md')
const LABELS = [...sourceFiles(['lib/web/ui/texts/en'], 'json'), 'examples/deploy/monitoring/grafana-dashboard.json']
  .map(readSource)
  .join('\n')

describe.each(Object.entries(WRITTEN))('%s', (path, parts) => {
  it('is up to date (npm run docs)', () => {
    const text = readSource(path)
    expect(text).toBe(withParts(text, parts))
  })
})

it('a document that has lost the marks of a part is refused', () =>
  expect(() => withParts('# A title\n', { rules: () => '' })).toThrow('the marks of the part "rules" are missing'))

describe.each(DOCUMENTS)('%s', (path) => {
  const text = readSource(path)

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|mailto:)([^)"#]*)(?:#([^)"]*))?[)"]/g)]
    const broken = links.filter(([, to = '', heading]) => {
      const target = to === '' ? path : join(dirname(path), to)
      return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('has no spaces around the pipes of its tables, which would count as words', () => {
    const rows = text.replace(/^```[^]*?^```$/gm, '').match(/^\|.*$/gm) ?? []
    expect(rows.filter((row) => /(?<!\\)\| | \|/.test(row))).toEqual([])
  })

  it('names files that exist', () => {
    // CHANGELOG.md names former files, the others those that their reader writes.
    const others = ['CHANGELOG.md', 'examples/nextjs/README.md', 'examples/testing/README.md']
    const named = others.includes(path) ? [] : namedFiles(text)
    expect(named.filter((file) => !FILES.some((known) => `/${known}`.endsWith(`/${file}`)))).toEqual([])
  })

  it('names labels as the pages have them', () => {
    const labels = [...text.matchAll(/(?<![*\w])\*([A-Z][^*\n]+)\*(?![*\w])/g)].map(([, label = '']) => label)
    const isOurs = /^(?:lib|policies|examples\/(?!company-portal)|adapters\/(?!upstream))/.test(path)
    expect(labels.filter((label) => isOurs && !LABELS.includes(`"${label}"`))).toEqual([])
  })

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readSource('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    const code = [...text.matchAll(/```sh\n([^]*?)```|`(npm [^`]*)`/g)].map(
      ([, block, inline]) => block ?? inline ?? '',
    )
    const named = [...code.join('\n').matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts) && !['audit', 'ci', 'install', 'pack'].includes(name))).toEqual([])
  })
})

const FILES = sourceFiles(['policies', 'lib', 'adapters', 'examples', 'test', 'release'], '{ts,tsx,lua,css,svg,js,md}')

const namedFiles = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|lua|js))`/g)].map(([, file = '']) =>
    file.replace(/^(?:\.\.\/)+/, ''),
  )

/** GitHub's anchor of a heading. */
const headingsOf = (path: string): readonly string[] =>
  [...readSource(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('README.md', () => {
  it('is short: 9 kB, and 750 words without programs', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(9_216)
    const prose = readme.replace(/^```[^]*?^```$/gm, '').replace(/<[^>]+>|\]\([^)]*\)/g, '')
    expect(prose.split(/\s+/).length).toBeLessThanOrEqual(750)
  })

  it('counts libraries and apps as the command line has them', () => {
    const libraries = LIBRARY_FORMATS.filter((format) => FORMATS[format].checked !== 'plain').length
    const direct = CATALOGUE_IDS.filter((id) => CATALOGUE[id].way === 'openid-connect').length
    const words = `${direct} sign in by OpenID Connect, ${CATALOGUE_IDS.length - direct} behind forward auth`
    expect(readme).toContain(`${libraries} libraries, and ${CATALOGUE_IDS.length} known apps: ${words}`)
  })

  it('starts a clone with one line', () => expect(readme).toContain('```sh\nnpm ci && npm start\n```'))
})

describe('lib/README.md', () => {
  it('has every room, in their order', () => {
    const listed = [...readSource('lib/README.md').matchAll(/^\|`([\w/.-]+)`\|/gm)].map(([, place]) => place)
    expect(listed).toEqual(ROOMS.map(({ place }) => place))
  })
})

describe('lib/ports/README.md', () => {
  it('has every port', () => {
    const listed = [...readSource('lib/ports/README.md').matchAll(/^\|`([\w-]+\.ts)`\|/gm)].map(([, file]) => file)
    const ports = sourceFiles(['lib/ports']).map((path) => path.slice('lib/ports/'.length))
    // The whole store, and a port that is not part of it.
    expect(listed.toSorted()).toEqual(ports.filter((file) => !['storage.ts', 'logger.ts'].includes(file)).toSorted())
  })
})

describe('CONTRIBUTING.md', () => {
  it('names paths that exist, from the top', () => {
    const paths = [...readSource('.github/CONTRIBUTING.md').matchAll(/`([\w.-]+(?:\/[\w.-]*)+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })
})
