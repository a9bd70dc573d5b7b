import { domainToASCII } from 'node:url'

/** One address, checked, so that it can be written into a header and into an SMTP command as it is. */
export interface MailAddress {
  /** `local@domain`, the domain in ASCII (RFC 5891). The local part is as given; it may be beyond ASCII (RFC 6531). */
  readonly address: string
  readonly local: string
  readonly domain: string
}

/** An address with the name that receivers see beside it; empty if there is none. */
export interface Sender extends MailAddress {
  readonly name: string
}

/** RFC 5321 s4.5.3.1: a path has 256 octets at most, two of them brackets. */
const ADDRESS_MAX = 254
const LOCAL_MAX = 64
/** A dot-atom (RFC 5322 s3.2.3) with letters of all scripts. No quoted strings: nobody has one, and they can hold anything. */
const LOCAL = /^(?=[^.])(?:\.?[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-])+$/u
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const ASCII = /^[\x21-\x7e]*$/
const LABELS = /^[\p{L}\p{N}\p{M}._-]*$/u

/** The address, or undefined if the text is anything but exactly one. */
export function mailAddress(text: string): MailAddress | undefined {
  if (text.length > ADDRESS_MAX) return
  const [local = '', name = '', ...rest] = text.split('@')
  const domain = asciiDomain(name)
  if (rest.length > 0 || !LOCAL.test(local) || !DOMAIN.test(domain)) return
  const address = `${local}@${domain}`
  if (Buffer.byteLength(local) > LOCAL_MAX || Buffer.byteLength(address) > ADDRESS_MAX) return
  return { address, local, domain }
}

/**
 * The name as it is looked up; empty if it is none. Only what needs it is given to the function of Node, which reads URLs:
 * to it `1.2` is the address 1.0.0.2, and `example.org/path` ends at the slash.
 */
export function asciiDomain(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  return LABELS.test(name) ? domainToASCII(name) : ''
}

/**
 * @param from `Name <address>` or `address`
 * @param name takes the place of the name in `from`
 * @throws Error if there is not exactly one address in it, or one beyond ASCII: few servers would take letters from it
 */
export function parseSender(from: string, name?: string): Sender {
  const [, phrase = '', bracketed, bare] = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(from.trim()) ?? []
  const found = mailAddress(bracketed ?? bare ?? '')
  if (found === undefined || !ASCII.test(found.local))
    throw new Error('`from` of the mailer must be one address in ASCII: Name <name@example.com> or name@example.com')
  return { ...found, name: oneLine(name ?? unquoted(phrase.trim())) }
}

/**
 * The text without control characters and line breaks of any script: a header that is made of it has no second line
 * (RFC 5322 s2.2), whatever it was made of.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** `"Example, Inc."` is how the name Example, Inc. is written in a header. */
function unquoted(phrase: string): string {
  const [, content] = /^"(.*)"$/s.exec(phrase) ?? []
  return content === undefined ? phrase : content.replaceAll(/\\(.)/gs, '$1')
}
