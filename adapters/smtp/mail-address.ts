import { type MailAddress, mailAddress } from '../../policies/email-address.ts'

/** An email address with a display name, which can be empty. */
export interface Sender extends MailAddress {
  readonly name: string
}

const ASCII = /^[\x21-\x7e]*$/

/**
 * @param from `Name <address>` or `address`
 * @param name overrides the name in `from`
 * @throws Error unless `from` is exactly one email address, in ASCII, because few servers accept non-ASCII senders
 */
export function parseSender(from: string, name?: string): Sender {
  const [, phrase = '', bracketed, bare] = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(from.trim()) ?? []
  const found = mailAddress(bracketed ?? bare ?? '')
  if (found === undefined || !ASCII.test(found.local))
    throw new Error('`from` of the mailer must be one address in ASCII: Name <name@example.com> or name@example.com')
  return { ...found, name: oneLine(name ?? unquoted(phrase.trim())) }
}

/** Removes control characters and all Unicode line breaks, so that a header stays on one line (RFC 5322 s2.2). */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** Removes quotes, because names that contain a comma are quoted in headers: `"Example, Inc."`. */
function unquoted(phrase: string): string {
  const [, content] = /^"(.*)"$/s.exec(phrase) ?? []
  return content === undefined ? phrase : content.replaceAll(/\\(.)/gs, '$1')
}
