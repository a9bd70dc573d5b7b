/** Names of languages, links to a page in them, and the words of declared scopes. */
import type { Configuration } from '../../config/configuration.ts'
import type { ScopeWords } from '../ui/view.ts'

/** Language names by code. They are cached, because looking up a name takes longer than rendering a page. */
const languageNames = new Map<string, string>()

/** The language's name in that language. */
export function languageName(code: string): string {
  const known = languageNames.get(code)
  if (known !== undefined) return known
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  const capitalized = name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
  languageNames.set(code, capitalized)
  return capitalized
}

export function languageHref(query: URLSearchParams, code: string): string {
  const next = new URLSearchParams(query)
  next.set('ui_locales', code)
  return `?${next}`
}

type Words = string | Readonly<Record<string, string>>

/** Labels for custom scopes, in this language if available, otherwise in its base language, English, or any other. */
export function scopeWords(scopes: Configuration['scopes'], locale: string): Readonly<Record<string, ScopeWords>> {
  return Object.fromEntries(
    Object.entries(scopes).map(([name, { label, description }]) => [
      name,
      { label: inLanguage(label, locale) ?? name, description: inLanguage(description, locale) },
    ]),
  )
}

function inLanguage(words: Words | undefined, locale: string): string | undefined {
  if (words === undefined || typeof words === 'string') return words
  const at = (language: string): string | undefined => (Object.hasOwn(words, language) ? words[language] : undefined)
  return at(locale) ?? at(locale.split('-')[0] ?? '') ?? at('en') ?? Object.values(words)[0]
}
