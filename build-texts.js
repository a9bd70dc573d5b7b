// Makes typed functions of the texts in lib/web/ui/texts/LOCALE: no page parses a pattern, and a value that is missing
// or of another kind does not compile. English is the measure; a language without the folder `panel` is for users alone.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { checkTexts } from './lib/web/ui/texts/icu/check.ts'
import { parametersOf, parsePattern } from './lib/web/ui/texts/icu/pattern.ts'
import { isNote, isTree, joinTrees, mapTexts } from './lib/web/ui/texts/icu/tree.ts'
import { REFERENCES } from './policies/errors.ts'

const TEXTS = 'lib/web/ui/texts'
const GENERATED = `dist/${TEXTS}/generated`

/** @returns whether all languages are in order; what is wrong is printed */
export function buildTexts() {
  const written = read('en', '*.json')
  const everywhere = joinTrees([written, { errorTitles: englishTitles(written.errorRefs) }])
  // Administrators alone see issues, and every language that is built in has them: a host's language need not.
  const { issues: words, ...users } = everywhere
  const panel = joinTrees([{ issues: words }, read('en', 'panel/*.json')])
  const source = joinTrees([users, panel])
  const others = readdirSync(TEXTS).filter((name) => name !== 'en' && existsSync(`${TEXTS}/${name}/sign-in.json`))
  const languages = ['en', ...others].map((locale) => {
    const hasPanel = existsSync(`${TEXTS}/${locale}/panel`)
    const texts = locale === 'en' ? source : read(locale, '{*,panel/*}.json')
    return { locale, hasPanel, texts, issues: checkTexts(hasPanel ? source : everywhere, texts) }
  })
  mkdirSync(GENERATED, { recursive: true })
  const write = (name, lines) => writeFileSync(`${GENERATED}/${name}`, `${lines.join('\n')}\n`)
  for (const { locale, texts } of languages) {
    // English is what every page is measured by. The others are CommonJS, which is loaded at once when a page first speaks them.
    if (locale === 'en')
      write('en.js', [
        "import { languageOf } from '../icu/language.js'",
        "const { number, plural, select } = languageOf('en')",
        `export const texts = ${codeOf(texts)}`,
      ])
    else write(`${locale}.cjs`, [`module.exports = ({ number, plural, select }) => (${codeOf(texts)})`])
  }
  write('languages.js', [
    "import { createRequire } from 'node:module'",
    "import { languageOf } from '../icu/language.js'",
    "import { texts as en } from './en.js'",
    'const load = createRequire(import.meta.url)',
    'const later = (locale) => () => load(`./${locale}.cjs`)(languageOf(locale))',
    `export const built = { ${languages.map(({ locale, hasPanel }) => `'${locale}': { texts: ${locale === 'en' ? '() => en' : `later('${locale}')`}, panel: ${hasPanel} }`).join(', ')} }`,
  ])
  write('languages.d.ts', [
    `export interface Messages ${typeOf(source)}`,
    'interface Built<Texts = object> { readonly texts: () => Texts; readonly panel: boolean }',
    `export declare const built: { ${languages.map(({ locale }) => `readonly '${locale}': Built${locale === 'en' ? '<Messages>' : ''}`).join('; ')} }`,
  ])
  write('source.js', [`export const users = ${JSON.stringify(users)}`, `export const panel = ${JSON.stringify(panel)}`])
  write('source.d.ts', [
    'interface TextTree { readonly [name: string]: string | readonly string[] | TextTree }',
    'export declare const users: TextTree',
    'export declare const panel: TextTree',
  ])
  for (const { locale, issues } of languages)
    for (const { path, fault, detail } of issues) console.error(`texts ${locale}: ${path}: ${fault}: ${detail}`)
  return languages.every(({ issues }) => issues.length === 0)
}

const read = (locale, files) =>
  joinTrees(globSync(`${TEXTS}/${locale}/${files}`).map((path) => JSON.parse(readFileSync(path, 'utf8'))))

/** The descriptions of the table of causes, for those that have no longer explanation. */
function englishTitles(explained) {
  const isParameter = /^(\w+_\w+|client_id|redirect_uri|state|nonce|prompt|scope)\b/
  const sentence = (text) => (isParameter.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1))
  return Object.fromEntries(
    Object.entries(REFERENCES)
      .filter(([ref]) => !Object.hasOwn(explained, ref))
      .map(([ref, { description }]) => [ref, quoted(sentence(description))]),
  )
}

/** What is no pattern must not be read as one. */
const quoted = (text) => text.replaceAll("'", "''").replace(/[{}]/g, "'$&'")

function codeOf(tree) {
  const coded = mapTexts(tree, (pattern) => {
    const pieces = parsePattern(pattern)
    const code = expressionOf(pieces)
    return Object.keys(parametersOf(pieces)).length === 0 ? code : `(p) => ${code}`
  })
  const print = (value) => {
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return `[${value.join(', ')}]`
    return `{\n${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${print(item)},\n`)
      .join('')}}`
  }
  return print(coded)
}

const expressionOf = (pieces) => pieces.map(codeOfPiece).join(' + ') || "''"

function codeOfPiece(piece) {
  if (typeof piece === 'string') return JSON.stringify(piece)
  const value = `p[${JSON.stringify(piece.name)}]`
  if (piece.kind === 'value') return value
  if (piece.kind === 'number') return `number(${value})`
  const forms = Object.entries(piece.forms).map(([form, pieces]) => `${JSON.stringify(form)}: ${expressionOf(pieces)}`)
  return `${piece.kind}(${value}, { ${forms.join(', ')} })`
}

function typeOf(tree) {
  const members = Object.entries(tree).filter(([name]) => !isNote(name))
  return `{\n${members.map(([name, value]) => `readonly ${JSON.stringify(name)}: ${typeOfText(value)}\n`).join('')}}`
}

function typeOfText(value) {
  if (isTree(value)) return typeOf(value)
  if (Array.isArray(value)) return 'readonly string[]'
  const parameters = Object.entries(parametersOf(parsePattern(value)))
  const named = parameters.map(([name, kind]) => `readonly ${name}: ${kind === 'text' ? 'string' : 'number'}`)
  return parameters.length === 0 ? 'string' : `(p: { ${named.join('; ')} }) => string`
}
