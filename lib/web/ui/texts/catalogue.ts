/** Which language a page speaks, and its texts. */

import { ar } from './ar/texts.ts'
import { en, type Messages } from './en/texts.ts'

export type { Messages } from './en/texts.ts'

/** Texts with their language and direction. */
export interface Catalogue {
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly t: Messages
}

export const LOCALES = ['en', 'ar'] as const
export const DEFAULT_LOCALE = 'en'

const CATALOGUES: Readonly<Record<string, Messages>> = { en, ar }
// Also of languages that only a host's own texts speak.
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'sd', 'ug', 'yi', 'dv'])

/** A page never claims a language that its texts are not in. */
export function knownLocale(locale: string): string {
  return [locale, primary(locale)].find((tag) => Object.hasOwn(CATALOGUES, tag)) ?? DEFAULT_LOCALE
}

export function catalogueFor(locale: string): Messages {
  return CATALOGUES[knownLocale(locale)] ?? en
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
    const near = exact ?? supported.find((locale) => locale === primary(tag))
    if (near !== undefined) return near
  }
  return fallback ?? DEFAULT_LOCALE
}

function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? ''
}

/** RFC 9110 12.5.4: tags by falling weight; a weight of 0 means "not this one". */
function byQuality(header: string): string[] {
  return header
    .split(',', 50)
    .map((item) => {
      const [tag = '', ...parameters] = item.trim().split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
