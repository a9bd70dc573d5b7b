/** Loads the built-in messages. Files are compressed and packed, without names, in the order of the names. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { languages } from './generated/languages.js'
import type { MessageNames } from './generated/message-names.js'
import { compileText, compileTexts, languageOf } from './icu/compile.ts'
import { unpacked } from './icu/packed.ts'
import { isNote, isTree, joinTrees, type ParsedTexts, type Piece } from './icu/tree.ts'

/**
 * A message from its names in `message-names.d.ts`: `''` is a text, `[]` a list of texts, and `["name", "#count"]` a
 * function of a text and a number. Names that end in @ are notes.
 */
type Message<Names> = Names extends string
  ? string
  : Names extends []
    ? readonly string[]
    : Names extends string[]
      ? (
          p: {
            readonly [Name in Names[number] as Name extends `#${infer Count}` ? Count : Name]: Name extends `#${string}`
              ? number
              : string
          },
        ) => string
      : { readonly [Name in keyof Names as Name extends `${string}@` ? never : Name]: Message<Names[Name]> }

/** All messages on pages and in emails. Those with values are functions. */
export type Messages = Message<MessageNames['users'] & MessageNames['panel']>

export type Locale = keyof typeof languages

export const LOCALES = Object.keys(languages) as readonly Locale[]

export const isBuiltIn = (locale: string): locale is Locale => Object.hasOwn(languages, locale)

/** Whether the panel is available in this language. Some languages cover only the pages for users. */
export const hasPanel = (locale: string): boolean => isBuiltIn(locale) && languages[locale].panel

export function readEnglish(): { readonly users: ParsedTexts; readonly panel: ParsedTexts } {
  // The declaration of the type is JSON, so the package has the names once.
  const declaration = readFileSync(new URL('./generated/message-names.d.ts', import.meta.url), 'utf8')
  const names = JSON.parse(declaration.slice(declaration.indexOf('{'))) as MessageNames
  return withTexts(names, listOf('en'), (text) => text) as { readonly users: ParsedTexts; readonly panel: ParsedTexts }
}

export function englishTexts(): Messages {
  const { users, panel } = readEnglish()
  return compileTexts(joinTrees([users, panel]), 'en') as Messages
}

/** A language's messages, with English ones in place of any that are missing. */
export function textsOf(locale: Exclude<Locale, 'en'>, english: Messages): Messages {
  const language = languageOf(locale)
  const compiled = (text: Text, original: unknown): unknown => (text === null ? original : compileText(text, language))
  return withTexts(english, listOf(locale), compiled) as Messages
}

type Text = string | readonly Piece[] | null

/** The tree with the listed messages in place of those in it. */
function withTexts(tree: object, list: readonly Text[], textOf: (text: Text, original: unknown) => unknown): object {
  const texts = list.values()
  const fill = (group: object): object =>
    Object.fromEntries(
      Object.entries(group).map(([name, original]) => {
        if (isTree(original)) return [name, fill(original)]
        if (isNote(name)) return [name, original]
        const text = texts.next().value ?? null
        return [name, textOf(typeof text === 'string' ? unpacked(text) : text, original)]
      }),
    )
  return fill(tree)
}

function listOf(locale: Locale): readonly Text[] {
  const { file, charset } = languages[locale]
  const compressed = readFileSync(new URL(`./generated/${file}.json.br`, import.meta.url))
  const json = new TextDecoder(charset).decode(brotliDecompressSync(compressed))
  return (JSON.parse(json) as Readonly<Record<Locale, readonly Text[]>>)[locale]
}
