import { randomUUID } from 'node:crypto'
import type { Letter } from '../../lib/ports/mailer.ts'
import { letterHeaders, messageId } from '../smtp/letter-headers.ts'
import { type MailAddress, oneLine } from '../smtp/mail-address.ts'

const FROM = 'no-reply@localhost'
/** Of an encoded word: at most 36 bytes, which fit into a line of 76 in base64 (RFC 2047 s2). */
const WORD = /.{1,9}/gsu

/** The letter as a message that mail programs open (RFC 5322, RFC 2046 s5.1.4): text and page, one of which is shown. */
export function internetMessage(letter: Letter, to: MailAddress, date: Date): string {
  // In base64 there is no underscore, so the boundary is in no part (RFC 2045 s6.7).
  const boundary = `=_${randomUUID()}`
  const headers = {
    From: FROM,
    To: to.address,
    Subject: encodedWords(oneLine(letter.subject)),
    'Message-ID': messageId(letter, 'localhost'),
    Date: date.toUTCString().replace('GMT', '+0000'),
    ...letterHeaders(letter),
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative;\r\n boundary="${boundary}"`,
  }
  return [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    `--${boundary}`,
    ...part('text/plain', letter.text),
    `--${boundary}`,
    ...part('text/html', letter.html),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function part(type: string, content: string): readonly string[] {
  // RFC 2046 s4.1.1: lines of text end in CRLF, also below an encoding.
  const base64 = Buffer.from(content.replaceAll(/\r\n|\r|\n/g, '\r\n')).toString('base64')
  return [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64.match(/.{1,76}/g) ?? []),
    '',
  ]
}

/** Always encoded: then no subject can look like something else (RFC 2047 s5). Words end where characters do. */
const encodedWords = (text: string): string =>
  (text.match(WORD) ?? ['']).map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
