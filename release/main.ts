/**
 * `npm run release`: checks a release and writes its files to dist/artifacts. Publishes nothing: it prints the commands.
 *
 *     npm run release -- --dry-run       everything but the Git tag
 *     npm run release -- --skip-tests    without check and test lanes
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildTwice } from './builds.ts'
import { digestOf } from './digest.ts'
import { billOfMaterials } from './materials.ts'
import { notesOf } from './notes.ts'
import { provenance } from './provenance.ts'
import { git, refusal } from './refusals.ts'

const OUT = 'dist/artifacts'
const LANES = [['run', 'check'], ['test'], ['run', 'test:all', '--', '--except-core'], ['run', 'test:timing']]

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, 'skip-tests': { type: 'boolean', default: false } },
})
const { name, version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const tag = `v${version}`
const reason = refusal(tag, readFileSync('CHANGELOG.md', 'utf8'), version)
if (reason !== undefined) end(reason)

function end(why: string): never {
  console.error(`release: refused: ${why}`)
  process.exit(1)
}

function step<Result>(what: string, work: () => Result): Result {
  const start = Date.now()
  console.log(`release: ${what} …`)
  const result = work()
  console.log(`release: ${what}, ${((Date.now() - start) / 1000).toFixed(1)} s`)
  return result
}

for (const words of values['skip-tests'] ? [] : LANES)
  step(`npm ${words.join(' ')}`, () => {
    if (spawnSync('npm', words, { stdio: 'inherit' }).status !== 0) end(`npm ${words.join(' ')} failed`)
  })

const commit = git('rev-parse', 'HEAD')
const committedAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString()
rmSync(OUT, { recursive: true, force: true })
mkdirSync(join(OUT, 'image'), { recursive: true })
const packed = step('two builds', () => buildTwice(commit))
if ('differs' in packed) end(`two builds of ${commit} differ: ${packed.differs}`)
const tarball = basename(packed.path)
cpSync(packed.path, join(OUT, tarball))
packed.remove()
writeFileSync(join(OUT, 'notes.md'), notesOf(readFileSync('CHANGELOG.md', 'utf8'), version) as string)
const bom = step('bill of materials', () => billOfMaterials(commit, committedAt))
writeFileSync(join(OUT, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
const statement = provenance({ tarball: join(OUT, tarball), repository: repository.url, tag, commit, committedAt })
writeFileSync(join(OUT, 'provenance.intoto.json'), `${JSON.stringify(statement, null, 2)}\n`)
cpSync(join(OUT, tarball), join(OUT, 'image', tarball))
for (const file of ['Dockerfile', '.dockerignore']) cpSync(join('examples/deploy', file), join(OUT, 'image', file))
const summed = [tarball, 'notes.md', 'sbom.cdx.json', 'provenance.intoto.json']
writeFileSync(join(OUT, 'SHA256SUMS'), summed.map((file) => `${digestOf(join(OUT, file))}  ${file}\n`).join(''))

if (!values['dry-run']) git('tag', '--annotate', tag, '--message', `Portico ${version}`)
console.log(`
${OUT}: ${summed.join(', ')}, SHA256SUMS, image/

${values['dry-run'] ? `The tag ${tag} was not created (--dry-run).` : `The tag ${tag} was created.`} To publish ${name} ${version}:

  git push origin ${tag}
  npm publish ${OUT}/${tarball} --access public
  docker buildx build --platform linux/amd64,linux/arm64 --tag portico:${version} --push ${OUT}/image`)
