import type { Letter } from '../../lib/ports/mailer.ts'

/** RFC 5646, as far as a header must know it. */
const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

/** What every letter says about itself, besides from whom, to whom and about what. */
export function letterHeaders({ locale }: Letter): Readonly<Record<string, string>> {
  return {
    // RFC 3834 s5: nobody's absence note is to answer it.
    'Auto-Submitted': 'auto-generated',
    // The same for Exchange, which does not read the above.
    'X-Auto-Response-Suppress': 'All',
    ...(LANGUAGE_TAG.test(locale) ? { 'Content-Language': locale } : {}),
  }
}

/**
 * The same at every attempt of one letter (RFC 5322 s3.6.4), so that a mailbox which got it twice can show it once.
 * What must not stand in such an id is percent-encoded.
 */
export function messageId({ id }: Letter, domain: string): string {
  const encoded = encodeURIComponent(id.toWellFormed()).replaceAll(
    /[()]/g,
    (bracket) => `%${bracket.charCodeAt(0).toString(16)}`,
  )
  return `<${encoded}@${domain}>`
}
