/**
 * Which texts are email addresses that can receive an email, and when two of them are one. A domain has one form,
 * however it is typed: `bücher.example`, `BÜCHER.example.` and `xn--bcher-kva.example` (UTS 46, nontransitional, as in
 * browsers). Dots can stand anywhere in the local part, because carriers have given out such addresses; the mailer
 * quotes them. Quoted strings are not accepted.
 *
 * Spec      emails, sign-in page, profile, `import`; D-A1, D-A2
 * RFC       5321 s4.1.2 and s4.5.3.1, 5891 (IDNA), 6531 s3.3
 * Deny      the form, command, or configuration reports the issue; the mailer does not send
 * Enforced  policies/profile.ts, policies/username.ts, adapters/smtp/smtp-mailer.ts,
 *           adapters/email-files/email-files.ts
 * Tests     test/policies/email-address.test.ts, test/adapters/smtp.test.ts, test/world/names.test.ts
 */
/** A validated email address, safe in a header and in an SMTP command. */
export interface MailAddress {
  /** `local@domain`, with the domain in ASCII (RFC 5891). The local part can be non-ASCII (RFC 6531). */
  readonly address: string
  readonly local: string
  readonly domain: string
}

/** RFC 5321 s4.5.3.1: a path is at most 256 octets long, including two brackets. */
const ADDRESS_MAX = 254
const LOCAL_MAX = 64
/** Atoms (RFC 5322 s3.2.3) in any script, and dots. */
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+$/u
/** A domain name in ASCII. */
export const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
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

/**
 * Converts a domain to lowercase ASCII, without invisible characters and without the dot of the root; '' if invalid.
 * A URL's host `1.2` is 1.0.0.2, so ASCII names bypass the URL parser.
 */
export function asciiDomain(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[.。．｡]$/, '')
  if (ASCII.test(visible)) return visible.toLowerCase()
  const url = LABELS.test(visible.replace(/[。．｡]/g, '.')) ? URL.parse(`http://${visible}`) : null
  return url === null ? '' : url.hostname
}
