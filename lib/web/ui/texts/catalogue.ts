/** Which language a page speaks, and its texts. */

import { weighted } from '../../request/negotiation.ts'
import { englishTexts, hasPanel, isBuiltIn, LOCALES, type Locale, type Messages, textsOf } from './built-in.ts'

export { hasPanel, LOCALES, type Locale, type Messages }

/** Texts with their language and direction. */
export interface Catalogue {
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly t: Messages
  /** Whether the panel speaks it too; a language may be for users alone. */
  readonly panel: boolean
}

export const DEFAULT_LOCALE = 'en'

const english = englishTexts()
// Also of languages that only a host's own texts speak.
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'sd', 'ug', 'yi', 'dv'])
/** Languages that a page has spoken already; the others are not loaded. */
const CATALOGUES = new Map<string, Messages>()

/** A page never claims a language that its texts are not in. */
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

/** The built-in texts of a language; they are loaded when the first of them is asked for. */
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
  /** `ui_locales` of the request: space-separated, best first (OIDC Core 3.1.2.1). */
  readonly uiLocales?: string | undefined
  /** Value of the `sso_lang` cookie: what the user chose before. */
  readonly cookie?: string | undefined
  readonly acceptLanguage?: string | undefined
}

/** @param fallback when no wish can be met; else the first of the supported */
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
    // Portuguese is understood by whoever asks for that of another country.
    const near =
      exact ??
      supported.find((locale) => locale === primary(tag)) ??
      supported.find((locale) => tag !== '' && primary(locale) === primary(tag))
    if (near !== undefined) return near
  }
  return fallback ?? DEFAULT_LOCALE
}

function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? ''
}

/** Tags by falling weight; a weight of 0 means "not this one" (RFC 9110 s12.5.4). */
const byQuality = (header: string): readonly string[] =>
  weighted(header)
    .filter(([, weight]) => weight > 0)
    .toSorted(([, one], [, next]) => next - one)
    .map(([tag]) => tag)
