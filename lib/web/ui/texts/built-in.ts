/** Loads the built-in messages. Files are compressed; those of translations omit names and follow the English order. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { languages, type Messages } from './generated/languages.js'
import { compileText, compileTexts, languageOf } from './icu/compile.ts'
import { isTree, joinTrees, type ParsedTexts, type Piece } from './icu/tree.ts'

export type { Messages }

export type Locale = keyof typeof languages

export const LOCALES = Object.keys(languages) as readonly Locale[]

export const isBuiltIn = (locale: string): locale is Locale => Object.hasOwn(languages, locale)

/** Whether the panel is available in this language. Some languages cover only the pages for users. */
export const hasPanel = (locale: string): boolean => isBuiltIn(locale) && languages[locale].panel

export const readEnglish = (): { readonly users: ParsedTexts; readonly panel: ParsedTexts } => ({
  users: read('en'),
  panel: read('en.panel'),
})

export function englishTexts(): Messages {
  const { users, panel } = readEnglish()
  return compileTexts(joinTrees([users, panel]), 'en') as Messages
}

/** A language's messages, with English ones in place of any that are missing. */
export function textsOf(locale: Exclude<Locale, 'en'>, english: Messages): Messages {
  const texts = read<readonly (string | readonly Piece[] | null)[]>(locale).values()
  const language = languageOf(locale)
  const translate = (tree: object): object =>
    Object.fromEntries(
      Object.entries(tree).map(([name, original]) => {
        if (isTree(original)) return [name, translate(original)]
        const text = texts.next().value ?? null
        return [name, text === null ? original : compileText(text, language)]
      }),
    )
  return translate(english) as Messages
}

const read = <Content = ParsedTexts>(name: string): Content =>
  JSON.parse(
    String(brotliDecompressSync(readFileSync(new URL(`./generated/${name}.json.br`, import.meta.url)))),
  ) as Content
