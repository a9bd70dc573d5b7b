import type { Configuration } from '../../config/configuration.ts'
import type { ScopeWords } from '../ui/view.ts'

type Words = string | Readonly<Record<string, string>>

/** Labels of declared scopes: in this language, its base language, English, or the first one available. */
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
