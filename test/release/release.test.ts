/** `npm run release` in a clone: its refusals, its files, and two builds that are the same. */
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from '../support/new-folder.ts'

const run = promisify(execFile)
const clone = newFolder()
const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], {
    cwd: clone,
    encoding: 'utf8',
  })
const commit = (): string => git('commit', '--quiet', '--all', '--message', 'change')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const changelog = (text: string): void => writeFileSync(join(clone, 'CHANGELOG.md'), text)

git('init', '--quiet')
for (const name of readdirSync('.'))
  if (!/^(?:node_modules|dist|\.git|\.before|\.apps|\.portico)$/.test(name))
    cpSync(name, join(clone, name), { recursive: true })
symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
git('add', '--all')
commit()

const release = (...options: readonly string[]) =>
  run(process.execPath, ['release/main.ts', '--dry-run', '--skip-tests', ...options], { cwd: clone }).catch(
    (error: { stderr: string }) => error,
  )

it('is refused without a section of the version, with a long one, with a change, and with a tag', async () => {
  changelog('# Changelog\n')
  commit()
  expect((await release()).stderr).toContain(`refused: CHANGELOG.md has no section "## [${version}]"`)
  changelog(`# Changelog\n\n## [${version}]\n\n${'word '.repeat(301)}\n`)
  expect((await release()).stderr).toContain('refused: the working tree has changes:\nM CHANGELOG.md')
  commit()
  expect((await release()).stderr).toContain(`CHANGELOG.md has 301 words; the limit is 300`)
  changelog(`# Changelog\n\n## [${version}]\n\n### Added\n\n### Breaking\n`)
  commit()
  expect((await release()).stderr).toContain('refused: the section "### Breaking" must come first')
  git('tag', `v${version}`)
  expect((await release()).stderr).toContain(`refused: the tag v${version} exists`)
  git('tag', '--delete', `v${version}`)
})

it('writes the package, notes, materials, provenance, sums and the image', async () => {
  changelog(`# Changelog\n\n## [${version}]\n\n### Breaking\n\n- All.\n\n## [0.0.1]\n\n- Old.\n`)
  commit()
  const { stdout } = (await release()) as { readonly stdout: string }
  const tarball = `portico-sso-${version}.tgz`
  expect(stdout).toContain(`npm publish dist/artifacts/${tarball}`)
  const out = join(clone, 'dist/artifacts')
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  expect(readdirSync(out).toSorted()).toEqual([
    'SHA256SUMS',
    'image',
    'notes.md',
    tarball,
    'provenance.intoto.json',
    'sbom.cdx.json',
  ])
  expect(readdirSync(join(out, 'image')).toSorted()).toEqual(['.dockerignore', 'Dockerfile', tarball])
  expect(read('notes.md')).toBe('### Breaking\n\n- All.\n')
  const sha256 = createHash('sha256')
    .update(readFileSync(join(out, tarball)))
    .digest('hex')
  expect(read('SHA256SUMS')).toContain(`${sha256}  ${tarball}\n`)
  const head = git('rev-parse', 'HEAD').trim()
  expect(JSON.parse(read('provenance.intoto.json'))).toMatchObject({
    subject: [{ name: tarball, digest: { sha256 } }],
    predicate: { buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: head } }, {}] } },
  })
  const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string; scope: string }[] }
  const scopes = Object.fromEntries(components.map(({ name, scope }) => [name, scope]))
  expect(scopes).toMatchObject({
    'oidc-provider': 'required',
    koa: 'required',
    pino: 'required',
    ldapts: 'optional',
    bcrypt: 'optional',
  })
  expect(scopes).not.toHaveProperty('typescript')
  execFileSync('tar', ['-xzf', join(out, tarball)], { cwd: out })
  const packed = join(out, 'package')
  expect(JSON.parse(read('package/dist/package/generated/build.json'))).toEqual({ commit: head.slice(0, 12) })
  const documents = globSync('**/*.{md,txt}', { cwd: packed })
  const links = documents.flatMap((path) =>
    [...read(join('package', path)).matchAll(/(?:\]\(|src(?:set)?=")([^)#\s"]+)/g)].map(
      ([, to = '']) => [path, to] as const,
    ),
  )
  const dead = links.filter(([path, to]) => !(/^\w+:/.test(to) || existsSync(join(packed, dirname(path), to))))
  expect([documents.length > 10, links.length > 100, dead]).toEqual([true, true, []])
  expect([git('tag'), git('status', '--short')]).toEqual(['', ''])
})
