/** Merges the host's own messages (`ui.messages`) with the built-in ones. Added languages fall back to English. */
import {
  builtIn,
  type Catalogue,
  catalogueFor,
  directionOf,
  hasPanel,
  knownLocale,
  LOCALES,
  type Messages,
} from './catalogue.ts'
import { isTree } from './icu/tree.ts'

type Part<Text> = Text extends (...values: never[]) => unknown
  ? Text
  : Text extends readonly unknown[]
    ? Text
    : Text extends object
      ? { readonly [Key in keyof Text]?: Part<Text[Key]> | undefined }
      : Text

/** Messages by language, for example `{ en: { signIn: { submit: 'Enter' } } }`. */
export type HostMessages = Readonly<Record<string, Part<Messages> | undefined>>

/** All messages on pages. The host's messages replace the built-in ones. */
export function catalogues(own: HostMessages): (locale: string) => Catalogue {
  const merged = new Map(
    Object.entries(own).map(([locale, texts]): [string, Catalogue] => [
      locale,
      {
        locale,
        dir: directionOf(locale),
        t: mergeTexts(catalogueFor(locale), texts) as Messages,
        panel: hasPanel(locale) || texts?.admin !== undefined,
      },
    ]),
  )
  return (locale) => merged.get(locale) ?? merged.get(knownLocale(locale)) ?? builtIn(locale)
}

/** Messages that the host sets in code override those in its folder. */
export function joinMessages(texts: HostMessages, messages: HostMessages): HostMessages {
  const locales = new Set([...Object.keys(texts), ...Object.keys(messages)])
  return Object.fromEntries([...locales].map((locale) => [locale, overlay(texts[locale], messages[locale])]))
}

function overlay(base: unknown, over: unknown): Part<Messages> {
  if (!isTree(base) || !isTree(over)) return (over ?? base) as Part<Messages>
  const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])]
  return Object.fromEntries(keys.map((key) => [key, overlay(base[key], over[key])])) as Part<Messages>
}

/** An issue with a host's message: no page uses it, or it is not of the same kind as the message that it replaces. */
export interface MessageIssue {
  /** For example `en.signIn.submit`. */
  readonly path: string
  readonly expected: 'known' | 'a text' | 'a function' | 'a list of texts' | 'an object'
  /** If the name is unknown, the names that would be valid in its place. */
  readonly known: readonly string[]
}

export function messageIssues(own: HostMessages): readonly MessageIssue[] {
  return Object.entries(own).flatMap(([locale, texts]) => issuesIn(texts, catalogueFor(locale), locale))
}

function issuesIn(over: unknown, base: unknown, path: string): readonly MessageIssue[] {
  if (over === undefined) return []
  const expected = kindOf(base)
  if (expected === 'none') return []
  if (kindOf(over) !== expected) return [{ path, expected, known: [] }]
  if (!isTree(over) || !isTree(base)) return []
  return Object.entries(over).flatMap(([key, value]) =>
    Object.hasOwn(base, key)
      ? issuesIn(value, base[key], `${path}.${key}`)
      : [{ path: `${path}.${key}`, expected: 'known' as const, known: Object.keys(base) }],
  )
}

function kindOf(value: unknown): Exclude<MessageIssue['expected'], 'known'> | 'none' {
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? 'a list of texts' : 'none'
  return isTree(value) ? 'an object' : 'none'
}

/** Languages that the host added, with the number of messages missing from each. */
export function untranslated(own: HostMessages): readonly { readonly locale: string; readonly missing: number }[] {
  return Object.entries(own)
    .filter(([locale]) => !(LOCALES as readonly string[]).includes(locale))
    .map(([locale, texts]) => ({ locale, missing: missingIn(texts, catalogueFor(locale)) }))
    .filter(({ missing }) => missing > 0)
}

function missingIn(over: unknown, base: unknown): number {
  if (!isTree(base)) return over === undefined ? 1 : 0
  return Object.keys(base).reduce((sum, key) => sum + missingIn(isTree(over) ? over[key] : undefined, base[key]), 0)
}

/** Replaces the messages in `base` with those in `over`. Unknown messages are ignored. */
function mergeTexts(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isTree(base) || !isTree(over)) return over
  const textOf = (key: string): unknown => mergeTexts(base[key], Object.hasOwn(over, key) ? over[key] : undefined)
  return Object.fromEntries(Object.keys(base).map((key) => [key, textOf(key)]))
}
