// Makes functions of the texts and of the schemas of the settings, compiles with tsc and copies what tsc does not: Lua
// scripts, templates, styles and browser assets, shortened. Then joins the files of the package. `--if-needed` skips the
// work when dist/ is newer than every source.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { buildAsset, isAsset } from './build-assets.js'
import { joinFiles } from './build-joined.js'
import { buildJudges } from './build-judges.js'
import { buildTexts } from './build-texts.js'

const SOURCES = ['policies', 'lib', 'adapters', 'examples', 'test']
const STAMP = 'dist/.built'
/** A step that takes longer reports again that it runs. */
const SILENCE_MS = 4_000
const isCopied = (path) => /\.(lua|tmpl|css|svg|html|json)$/.test(path) || /\/assets\/.*\.js$/.test(path)
const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.*`))

if (process.argv.includes('--if-needed') && existsSync(STAMP)) {
  const built = statSync(STAMP).mtimeMs
  // With the folders: a file that was removed has changed its folder.
  const sources = SOURCES.flatMap((folder) => [folder, ...globSync(`${folder}/**`)])
  if (
    ['package-lock.json', 'tsconfig.json', ...globSync('build*.js'), ...sources].every(
      (path) => statSync(path).mtimeMs < built,
    )
  )
    process.exit(0)
}

/** Prints a line when the step is done, with its time; ends the build when the step returns false. */
async function step(name, work) {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  const waiting = setInterval(() => console.log(`build: ${name} … ${seconds()}`), SILENCE_MS)
  const result = await work()
  clearInterval(waiting)
  if (result === false) {
    console.error(`build: ${name} failed`)
    process.exit(1)
  }
  console.log(`build: ${name}, ${seconds()}`)
}

/** A test whose source is gone would still run. */
function removeStale() {
  for (const built of existsSync('dist') ? globSync('dist/**/*.js', { exclude: ['dist/**/generated'] }) : []) {
    const stem = built.slice('dist/'.length, -'.js'.length)
    if (!['.ts', '.tsx', '.js'].some((end) => existsSync(stem + end))) rmSync(built)
  }
}

async function compile() {
  const [status] = await once(
    spawn(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  )
  return status === 0
}

function copyAssets() {
  for (const file of files.filter(isCopied)) {
    if (isAsset(file)) buildAsset(file)
    else cpSync(file, `dist/${file}`)
  }
}

/** The settings, for editors: init names the file in the one that it writes. */
async function writeSchema() {
  const { CONFIGURATION_SCHEMA } = await import('./dist/lib/config/schema/configuration-schema.js')
  const { properties, ...schema } = CONFIGURATION_SCHEMA
  const explained = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of Portico',
    ...schema,
    // Variables of the environment give the base URL too.
    required: [],
    properties: { $schema: { type: 'string' }, ...properties },
  }
  writeFileSync('dist/lib/config/portico.schema.json', JSON.stringify(explained))
}

removeStale()
await step('texts of the pages', buildTexts)
await step('TypeScript', compile)
await step('assets', copyAssets)
await step('validators and schema of the settings', async () => {
  await buildJudges()
  await writeSchema()
})
await step('files of the package', joinFiles)
const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
if (!existsSync(bin.portico)) console.error(`missing ${bin.portico}`)
writeFileSync(STAMP, '')
