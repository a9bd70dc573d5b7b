import { domainToASCII } from 'node:url'

/** A validated email address, safe in a header and in an SMTP command. */
export interface MailAddress {
  /** `local@domain`, with the domain in ASCII (RFC 5891). The local part can be non-ASCII (RFC 6531). */
  readonly address: string
  readonly local: string
  readonly domain: string
}

/** An email address with a display name, which can be empty. */
export interface Sender extends MailAddress {
  readonly name: string
}

/** RFC 5321 s4.5.3.1: a path is at most 256 octets long, including two brackets. */
const ADDRESS_MAX = 254
const LOCAL_MAX = 64
/** A dot-atom (RFC 5322 s3.2.3) in any script. Excludes quoted strings: they are rare and can contain any text. */
const LOCAL = /^(?=[^.])(?:\.?[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-])+$/u
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const ASCII = /^[\x21-\x7e]*$/
const LABELS = /^[\p{L}\p{N}\p{M}._-]*$/u

/** Returns undefined unless the text is exactly one email address. */
export function mailAddress(text: string): MailAddress | undefined {
  if (text.length > ADDRESS_MAX) return
  const [local = '', name = '', ...rest] = text.split('@')
  const domain = asciiDomain(name)
  if (rest.length > 0 || !LOCAL.test(local) || !DOMAIN.test(domain)) return
  const address = `${local}@${domain}`
  if (Buffer.byteLength(local) > LOCAL_MAX || Buffer.byteLength(address) > ADDRESS_MAX) return
  return { address, local, domain }
}

/** Converts a domain to ASCII; '' if invalid. Node's function parses `1.2` as 1.0.0.2, so ASCII names bypass it. */
export function asciiDomain(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  return LABELS.test(name) ? domainToASCII(name) : ''
}

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
