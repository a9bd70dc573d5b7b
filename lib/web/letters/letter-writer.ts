import type { LetterFacts, WriteLetter } from '../../domain/letters/letter-attempt.ts'
import { inTime } from '../pages/in-time.ts'
import { renderDocument } from '../pages/render.ts'
import { type Catalogue, chooseLocale } from '../ui/texts/catalogue.ts'
import { type Theme, themeColors } from '../ui/theme.ts'
import { type LetterContent, letterContent } from './letter-content.ts'
import { letterText } from './letter-text.ts'
import { LetterView } from './letter-view.tsx'

/** What a letter of the host's own is made of. */
export interface LetterProps {
  readonly kind: LetterFacts['kind']
  /** What the built-in letter says. */
  readonly content: LetterContent
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly theme: Theme
}

/** A letter of the host's own in the place of a built-in one; a part that is left out is the built-in one. */
export type HostLetter = (
  props: LetterProps,
) =>
  | Partial<Record<'subject' | 'text' | 'html', string>>
  | Promise<Partial<Record<'subject' | 'text' | 'html', string>>>

export interface WriterParts {
  readonly baseUrl: string
  readonly theme: Theme
  readonly ui: { readonly locales: readonly string[]; readonly defaultLocale: string }
  /** The texts of a language. */
  readonly speak: (locale: string) => Catalogue
  readonly own: (kind: LetterFacts['kind']) => HostLetter | undefined
  /** A letter of the host could not be made, and the built-in one was sent. */
  readonly report: (kind: string, error: unknown) => void
}

export function letterWriter({ baseUrl, theme, ui, speak, own, report }: WriterParts): WriteLetter {
  const { host, origin } = new URL(baseUrl)
  const look = {
    product: theme.productName,
    // Mail programs show no data: addresses.
    logo: theme.logo?.startsWith('/') === true ? origin + theme.logo : undefined,
    ...themeColors(theme),
  }
  return async (facts) => {
    const wishes = [facts.user?.user.locale, facts.locale].filter((tag) => tag !== undefined && tag !== '').join(' ')
    const { locale, dir, t } = speak(chooseLocale({ uiLocales: wishes }, ui.locales, ui.defaultLocale))
    const content = letterContent(facts, { t, locale, product: theme.productName, host })
    const { copy } = t.letters
    const built = {
      subject: oneLine(content.subject),
      text: letterText(content, { copy }),
      html: renderDocument(LetterView, { content, look, locale, dir, copy }),
    }
    const written = own(facts.kind)
    if (written === undefined) return { ...built, locale }
    try {
      const given = await inTime(async () => written({ kind: facts.kind, content, locale, dir, theme }), 'letter')
      return { ...built, ...partsIn(given), locale }
    } catch (error) {
      report(facts.kind, error)
      return { ...built, locale }
    }
  }
}

/** Names and addresses of users may stand in a subject. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

function partsIn(given: unknown): Partial<Record<'subject' | 'text' | 'html', string>> {
  if (typeof given !== 'object' || given === null)
    throw new TypeError('the letter is no object with subject, text or html')
  const { subject, text, html } = given as Readonly<Record<string, unknown>>
  return {
    ...(typeof subject === 'string' ? { subject: oneLine(subject) } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof html === 'string' ? { html } : {}),
  }
}
