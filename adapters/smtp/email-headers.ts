import type { Email } from '../../lib/ports/mailer.ts'

/** The part of the RFC 5646 syntax that a header needs. */
const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

/** Headers that every email contains in addition to sender, recipient, and subject. */
export function emailHeaders({ locale }: Email): Readonly<Record<string, string>> {
  return {
    // RFC 3834 s5: prevents automatic replies.
    'Auto-Submitted': 'auto-generated',
    // Exchange ignores the header above, but honors this one.
    'X-Auto-Response-Suppress': 'All',
    ...(LANGUAGE_TAG.test(locale) ? { 'Content-Language': locale } : {}),
  }
}

/** Identical in every attempt to send an email (RFC 5322 s3.6.4), so that mailboxes can detect duplicates. */
export function messageId({ id }: Email, domain: string): string {
  const encoded = encodeURIComponent(id.toWellFormed()).replaceAll(
    /[()]/g,
    (bracket) => `%${bracket.charCodeAt(0).toString(16)}`,
  )
  return `<${encoded}@${domain}>`
}
