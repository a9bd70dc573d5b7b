/** Selects a page's language and loads its messages. */

import { weighted } from '../../request/negotiation.ts'
import { englishTexts, hasPanel, isBuiltIn, LOCALES, type Locale, type Messages, textsOf } from './built-in.ts'

export { hasPanel, LOCALES, type Locale, type Messages }

/** Messages, together with their language and text direction. */
export interface Catalogue {
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly t: Messages
  /** Whether the panel is available in this language. Some languages cover only the pages for users. */
  readonly panel: boolean
}

export const DEFAULT_LOCALE = 'en'

const english = englishTexts()
// Includes languages that are available only through a host's own messages.
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'sd', 'ug', 'yi', 'dv'])
/** Languages that have been loaded; each one is loaded on first use. */
const CATALOGUES = new Map<string, Messages>()

/** The available language that matches best, so that a page's `lang` always matches its messages. */
export function knownLocale(locale: string): Locale {
  return (
    [locale, primary(locale)].find(isBuiltIn) ??
    LOCALES.find((tag) => primary(tag) === primary(locale)) ??
    DEFAULT_LOCALE
  )
}

export function catalogueFor(locale: string): Messages {
  const known = knownLocale(locale)
  const texts = CATALOGUES.get(known) ?? (known === 'en' ? english : textsOf(known, english))
  CATALOGUES.set(known, texts)
  return texts
}

/** The built-in messages for a language, loaded on first use. */
export function builtIn(wanted: string): Catalogue {
  const locale = knownLocale(wanted)
  return {
    locale,
    dir: directionOf(locale),
    get t() {
      return catalogueFor(locale)
    },
    panel: hasPanel(locale),
  }
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primary(locale)) ? 'rtl' : 'ltr'
}

export interface LocaleWishes {
  /** `ui_locales` from the request: space-separated, most preferred first (OIDC Core 3.1.2.1). */
  readonly uiLocales?: string | undefined
  /** Value of the `sso_lang` cookie: the language that the user chose earlier. */
  readonly cookie?: string | undefined
  readonly acceptLanguage?: string | undefined
}

/** @param fallback language to use if no preference matches; defaults to the first supported language */
export function chooseLocale(
  wishes: LocaleWishes,
  supported: readonly string[] = LOCALES,
  fallback = supported[0],
): string {
  const wanted = [
    ...(wishes.uiLocales?.split(' ') ?? []),
    wishes.cookie ?? '',
    ...byQuality(wishes.acceptLanguage ?? ''),
  ]
  for (const tag of wanted) {
    const exact = supported.find((locale) => locale.toLowerCase() === tag.toLowerCase())
    // A different variety of the same language is better than the fallback: a request for `pt-PT` gets `pt-BR`.
    const near =
      exact ??
      supported.find((locale) => locale === primary(tag)) ??
      supported.find((locale) => tag !== '' && primary(locale) === primary(tag))
    if (near !== undefined) return near
  }
  return fallback ?? DEFAULT_LOCALE
}

/** The tag for dates and numbers: the language, in the region that the browser prefers for it. */
export function withRegion(language: string, acceptLanguage = ''): string {
  // In Arabic, the region would also change the digits and the calendar, and texts contain Latin digits.
  if (language.includes('-') || directionOf(language) === 'rtl') return language
  const isRegional = (tag: string): boolean => /^[a-z]+-(?:[a-z]{2}|\d{3})$/i.test(tag) && primary(tag) === language
  const [regional = language] = Intl.getCanonicalLocales(byQuality(acceptLanguage).filter(isRegional))
  return regional
}

function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? ''
}

/** Language tags by descending weight. A weight of 0 excludes a language (RFC 9110 s12.5.4). */
const byQuality = (header: string): readonly string[] =>
  weighted(header)
    .filter(([, weight]) => weight > 0)
    .toSorted(([, one], [, next]) => next - one)
    .map(([tag]) => tag)
