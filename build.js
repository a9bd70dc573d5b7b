// Makes functions of the texts and of the schemas of the settings, compiles with tsc and copies what tsc does not: Lua scripts, styles and
// browser assets, shortened. Then joins the files of the package. `--if-needed` skips the work when dist/ is newer than every source.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { buildAsset, isAsset } from './build-assets.js'
import { joinFiles } from './build-joined.js'
import { buildJudges } from './build-judges.js'
import { buildTexts } from './build-texts.js'

const SOURCES = ['policies', 'lib', 'adapters', 'examples', 'test']
const STAMP = 'dist/.built'
const isCopied = (path) => /\.(lua|css|svg|html|json)$/.test(path) || /\/assets\/.*\.js$/.test(path)
const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.*`))

if (process.argv.includes('--if-needed') && existsSync(STAMP)) {
  const built = statSync(STAMP).mtimeMs
  if (
    ['package-lock.json', 'tsconfig.json', ...globSync('build*.js'), ...files].every(
      (file) => statSync(file).mtimeMs < built,
    )
  )
    process.exit(0)
}

// Files whose source is gone must not live on in dist/ (a removed test would still run).
for (const built of existsSync('dist') ? globSync('dist/**/*.js', { exclude: ['dist/**/generated'] }) : []) {
  const stem = built.slice('dist/'.length, -'.js'.length)
  if (!['.ts', '.tsx', '.js'].some((end) => existsSync(stem + end))) rmSync(built)
}
if (!buildTexts()) process.exit(1)
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const file of files.filter(isCopied)) {
  if (isAsset(file)) buildAsset(file)
  else cpSync(file, `dist/${file}`)
}
await buildJudges()
// The settings, for editors: init names it in the file that it writes.
const { CONFIGURATION_SCHEMA } = await import('./dist/lib/config/schema/configuration-schema.js')
const { properties, ...schema } = CONFIGURATION_SCHEMA
const explained = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Settings of Portico',
  ...schema,
  // Variables of the environment give the base address too.
  required: [],
  properties: { $schema: { type: 'string' }, ...properties },
}
writeFileSync('dist/lib/config/portico.schema.json', JSON.stringify(explained))
await joinFiles()
const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
if (!existsSync(bin.portico)) console.error(`missing ${bin.portico}`)
writeFileSync(STAMP, '')
