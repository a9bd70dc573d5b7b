import { randomUUID } from 'node:crypto'
import type { Email } from '../../lib/ports/mailer.ts'
import type { MailAddress } from '../../policies/email-address.ts'
import { emailHeaders, messageId } from '../smtp/email-headers.ts'
import { oneLine } from '../smtp/mail-address.ts'

const FROM = 'no-reply@localhost'
/** Up to 9 characters (36 bytes), so that an encoded word fits in 76 columns as base64 (RFC 2047 s2). */
const WORD = /.{1,9}/gsu

/** Formats the email as a message file for mail programs (RFC 5322), with text and HTML parts (RFC 2046 s5.1.4). */
export function internetMessage(email: Email, to: MailAddress, date: Date): string {
  // Base64 contains no underscores, so no part can contain the boundary (RFC 2045 s6.7).
  const boundary = `=_${randomUUID()}`
  const headers = {
    From: FROM,
    To: to.address,
    Subject: encodedWords(oneLine(email.subject)),
    'Message-ID': messageId(email, 'localhost'),
    Date: date.toUTCString().replace('GMT', '+0000'),
    ...emailHeaders(email),
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative;\r\n boundary="${boundary}"`,
  }
  return [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    `--${boundary}`,
    ...part('text/plain', email.text),
    `--${boundary}`,
    ...part('text/html', email.html),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function part(type: string, content: string): readonly string[] {
  // RFC 2046 s4.1.1: text lines end in CRLF, even before encoding.
  const base64 = Buffer.from(content.replaceAll(/\r\n|\r|\n/g, '\r\n')).toString('base64')
  return [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64.match(/.{1,76}/g) ?? []),
    '',
  ]
}

/** Encodes every subject, so that none can be misparsed (RFC 2047 s5). Words end at character boundaries. */
const encodedWords = (text: string): string =>
  (text.match(WORD) ?? ['']).map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
