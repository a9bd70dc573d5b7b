import type { Email } from '../../lib/ports/mailer.ts'

export const LINK = 'https://sso.example.com/recovery?token=secret-token'

/** An email to hand to a mailer. */
export const email = (changes: Partial<Email> = {}): Email => ({
  id: 'email-1',
  kind: 'recovery',
  to: 'alice@example.org',
  subject: 'A new password',
  text: `Choose a new one:\n\n${LINK}\n`,
  html: `<!doctype html><p>Choose a <a href="${LINK}">new one</a>.</p>`,
  locale: 'en',
  link: LINK,
  ...changes,
})
