import type { EmailFacts, WriteEmail } from '../../domain/emails/email-attempt.ts'
import { inTime } from '../../domain/in-time.ts'
import { renderDocument } from '../pages/render.ts'
import { ASSET_PREFIX } from '../request/route.ts'
import { type Catalogue, chooseLocale } from '../ui/texts/catalogue.ts'
import { type Theme, themeColors } from '../ui/theme.ts'
import { type EmailContent, emailContent } from './email-content.ts'
import { type EmailLook, EmailView } from './email-view.tsx'

/** Props for an email view that the host provides. */
export interface EmailProps {
  /** Kind of email, such as `recovery`. */
  readonly kind: EmailFacts['kind']
  /** Content of the built-in email. */
  readonly content: EmailContent
  /** Language tag of the content. */
  readonly locale: string
  /** Text direction of the language. */
  readonly dir: 'ltr' | 'rtl'
  /** The `theme` setting. */
  readonly theme: Theme
}

type EmailParts = Partial<Record<'subject' | 'text' | 'html', string>>
/** A host's function that replaces a built-in email. Parts that it omits keep the built-in content. */
export type HostEmail = (props: EmailProps) => EmailParts | Promise<EmailParts>

export interface WriterParts {
  readonly baseUrl: string
  /** The portal's security page; undefined without a portal. */
  readonly securityHref: string | undefined
  /** The panel, without a trailing slash. */
  readonly adminUrl: string
  readonly themeOf: () => Promise<Theme>
  readonly ui: { readonly locales: readonly string[]; readonly defaultLocale: string }
  /** Returns the messages for a language. */
  readonly speak: (locale: string) => Catalogue
  readonly own: (kind: EmailFacts['kind']) => HostEmail | undefined
  /** Called when the host's email failed and the built-in one was sent instead. */
  readonly report: (kind: string, error: unknown) => void
}

/** Maximum time for the host's email view, in milliseconds. */
const HOST_EMAIL_TIMEOUT_MS = 2_000

export function emailWriter({
  baseUrl,
  securityHref,
  adminUrl,
  themeOf,
  ui,
  speak,
  own,
  report,
}: WriterParts): WriteEmail {
  const { host } = new URL(baseUrl)
  return async (facts) => {
    const theme = await themeOf()
    const look = emailLook(theme, baseUrl)
    const wishes = [facts.user?.user.locale, facts.locale].filter((tag) => tag !== undefined && tag !== '').join(' ')
    const { locale, dir, t } = speak(chooseLocale({ uiLocales: wishes }, ui.locales, ui.defaultLocale))
    const content = emailContent(facts, { t, locale, product: theme.productName, host, securityHref, adminUrl })
    const { copy, open } = t.emails
    const text = emailText(content, open)
    const built = {
      subject: oneLine(content.subject),
      text: dir === 'ltr' ? withoutBidiControls(text) : text,
      html: renderDocument(EmailView, { content, look, locale, dir, copy }),
    }
    const written = own(facts.kind)
    if (written === undefined) return { ...built, locale }
    try {
      const given = await inTime(
        async () => written({ kind: facts.kind, content, locale, dir, theme }),
        HOST_EMAIL_TIMEOUT_MS,
        () => {
          throw new Error('the email was not made in time')
        },
      )
      return { ...built, ...partsIn(given), locale }
    } catch (error) {
      report(facts.kind, error)
      return { ...built, locale }
    }
  }
}

/** Email clients do not display `data:` URLs, and few display SVG. */
export function emailLook(theme: Theme, baseUrl: string): EmailLook {
  const { productName: product, logo = '' } = theme
  const path = logo.startsWith('/') ? new URL(logo, baseUrl).href : `${baseUrl}${ASSET_PREFIX}picture.${logo}`
  return { product, logo: /^$|^data:|^[^/].*\.svg$/.test(logo) ? undefined : path, ...themeColors(theme) }
}

/** Removes line breaks and control characters from a subject, which can contain names that users entered. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

function partsIn(given: unknown): EmailParts {
  if (typeof given !== 'object' || given === null)
    throw new TypeError('the email is no object with subject, text or html')
  const { subject, text, html } = given as Readonly<Record<string, unknown>>
  return {
    ...(typeof subject === 'string' ? { subject: oneLine(subject) } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof html === 'string' ? { html } : {}),
  }
}

/** Some email clients show these characters as boxes. Only a right-to-left text needs them. */
const withoutBidiControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Maximum line length in characters. URLs are never broken. */
const WIDTH = 72

/** The text part of an email. @param open the line above the link */
function emailText({ greeting, paragraphs, facts, code, button, notes, footer }: EmailContent, open: string): string {
  const blocks = [
    greeting,
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(({ term, value }) => `${term}: ${value}`).join('\n')]),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button === undefined ? [] : [`${button.label}\n${open}`.split('\n').map(filled).join('\n'), button.href]),
    ...notes,
    `-- \n${filled(footer)}`,
  ]
  return `${blocks.map((block) => (block.includes('\n') || block === button?.href || block.startsWith('    ') ? block : filled(block))).join('\n\n')}\n`
}

const filled = (text: string): string =>
  text
    .split(' ')
    .reduce((lines, word) =>
      lines.length - lines.lastIndexOf('\n') + word.length > WIDTH ? `${lines}\n${word}` : `${lines} ${word}`,
    )
