/** Prepares the messages in all languages for the build. */

import { checkTexts } from '../lib/web/ui/texts/icu/check.ts'
import { packed } from '../lib/web/ui/texts/icu/packed.ts'
import { parametersOf, parseTexts } from '../lib/web/ui/texts/icu/pattern.ts'
import { isNote, isTree, joinTrees, type ParsedTexts, type Piece, type TextTree } from '../lib/web/ui/texts/icu/tree.ts'
import { REFERENCES } from '../policies/errors.ts'

type MessageNames = { readonly [name: string]: string | readonly string[] | MessageNames }

/** A language's messages. If it has no panel messages, it covers only the pages for users. */
export interface Language {
  readonly locale: string
  readonly users: TextTree
  readonly panel: TextTree | undefined
}

/** Messages by language. */
type Texts = Readonly<Record<string, readonly (string | readonly string[] | null)[]>>

/** The file that contains a language's messages, and its character set. */
interface Stored {
  readonly file: string
  readonly charset: string
}

interface Prepared {
  /** Files for `built-in.ts`: messages by language, without their names, in the order of the English ones. */
  readonly files: readonly (Stored & { readonly texts: Texts })[]
  readonly names: { readonly users: MessageNames; readonly panel: MessageNames }
  readonly languages: Readonly<Record<string, Stored & { readonly panel: boolean }>>
  /** Issues found when comparing the other languages' messages with the English ones. */
  readonly issues: readonly string[]
}

/** A character set of one byte is a twelfth smaller, compressed, for a script that takes two bytes in UTF-8. */
const ALONE: Readonly<Record<string, Stored>> = {
  en: { file: 'en', charset: 'utf-8' },
  ar: { file: 'ar', charset: 'windows-1256' },
}
/** Languages that have words in common are smaller in one file. */
const TOGETHER: Stored = { file: 'others', charset: 'utf-8' }

function inFiles(lists: readonly (readonly [locale: string, list: Texts[string]])[]): Prepared['files'] {
  const stored = new Map([...Object.values(ALONE), TOGETHER].map((one) => [one.file, one]))
  return [...stored.values()].map((one) => {
    const own = lists.filter(([locale]) => (ALONE[locale] ?? TOGETHER).file === one.file)
    return { ...one, texts: Object.fromEntries(own) }
  })
}

/** JSON text in a character set of one byte for each character, with escapes for characters that it does not have. */
export function inCharset(json: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const written = json.replace(/[^]/g, (unit) => (bytes.has(unit) ? unit : escaped(unit)))
  return Buffer.from([...written].map((unit) => bytes.get(unit) ?? 0))
}

export function prepareTexts([english, ...others]: readonly [Language, ...Language[]]): Prepared {
  const { issues: issueTexts = {}, ...written } = english.users
  const titles = { errorTitles: errorTitles(written['errorRefs'] as TextTree) }
  const users = parseTexts(joinTrees<TextTree>([written, titles]))
  // A host's own language can omit these messages, because only administrators see them. A built-in language cannot.
  const ofIssues = parseTexts({ issues: issueTexts })
  const panel = joinTrees([ofIssues, parseTexts(english.panel ?? {})])
  const all = joinTrees([users, panel])
  const whole = (language: Language): TextTree => joinTrees([language.users, language.panel ?? {}])
  const issues = others.flatMap((language) =>
    checkTexts(language.panel === undefined ? joinTrees([users, ofIssues]) : all, whole(language)).map(
      ({ path, code, detail }) => `texts ${language.locale}: ${path}: ${code}: ${detail}`,
    ),
  )
  // Omits the messages for issues if a language has no panel messages, because only the panel shows them.
  const shown = (language: Language): TextTree => {
    const { issues: _issues, ...texts } = language.users
    return language.panel === undefined ? texts : whole(language)
  }
  const lists =
    issues.length > 0 ? [] : others.map((one) => [one.locale, inOrderOf(all, parseTexts(shown(one)))] as const)
  const languages = Object.fromEntries(
    [english, ...others].map(({ locale, panel: own }) => [
      locale,
      { panel: own !== undefined, ...(ALONE[locale] ?? TOGETHER) },
    ]),
  )
  return {
    files: inFiles([['en', [...inOrderOf(users, users), ...inOrderOf(panel, panel)]], ...lists]),
    names: { users: namesOf(users), panel: namesOf(panel) },
    languages,
    issues,
  }
}

/** A language's messages in the same order as the English ones, without names, and with null for each missing one. */
const inOrderOf = (english: ParsedTexts, texts: ParsedTexts): readonly (string | readonly string[] | null)[] =>
  Object.entries(english)
    .filter(([name]) => !isNote(name))
    .flatMap(([name, text]) => {
      const own = texts[name]
      if (isTree(text)) return inOrderOf(text, isTree(own) ? own : {})
      if (own === undefined || isTree(own)) return [null]
      return [typeof own === 'string' ? packed([own]) : isList(own) ? own : packed(own)]
    })

/** Lists have only texts; a pattern has at least one value. */
const isList = (text: readonly Piece[]): text is readonly string[] => text.every((item) => typeof item === 'string')

/** Titles for error causes without an explanation, made from the descriptions in policies/errors.ts. */
function errorTitles(explained: TextTree): TextTree {
  const isParameter = /^(\w+_\w+|client_id|redirect_uri|state|nonce|prompt|scope)\b/
  const sentence = (text: string) => (isParameter.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1))
  return Object.fromEntries(
    Object.entries(REFERENCES)
      .filter(([ref]) => !Object.hasOwn(explained, ref))
      .map(([ref, { description }]) => [ref, quoted(sentence(description))]),
  )
}

/** Escapes plain text, so that it can be part of a pattern. */
const quoted = (text: string): string => text.replaceAll("'", "''").replace(/[{}]/g, "'$&'")

/** Names as in `built-in.ts`: of the messages, and of their values. */
const namesOf = (texts: ParsedTexts): MessageNames =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (isTree(text)) return [name, namesOf(text)]
      if (typeof text === 'string') return [name, isNote(name) ? text : '']
      return [name, Object.entries(parametersOf(text)).map(([value, kind]) => (kind === 'text' ? value : `#${value}`))]
    }),
  )
