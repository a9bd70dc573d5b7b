import { recordedText } from '../../../policies/untrusted-text.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** The subject of a queued email, in addition to its kind and user: never a link, a code or a text. */
export interface EmailAbout {
  /** Recipient other than the user's current email address: of a test, or the former one after a change. */
  readonly to?: string
  /** @example 'Firefox, Windows' */
  readonly device?: string
  /** IP address of the browser. */
  readonly from?: string
  readonly factor?: 'passkey' | 'authenticator' | 'recovery-codes'
  /** Name given by the owner; for a provider, the name in the settings. */
  readonly name?: string
  /** Identifies the code in the email; the code itself is made at the handover. */
  readonly code?: string
}

/** Characters of one detail: with an email address of 254, the record stays below 1 KiB in any usual script. */
const DETAIL_MAX = 100

export function writeAbout(about: EmailAbout): string {
  return writeRecord(
    Object.fromEntries(
      Object.entries(about).map(([key, text]) => [key, key === 'to' ? text : recordedText(text.slice(0, DETAIL_MAX))]),
    ),
  )
}

export const readAbout = (text: string): EmailAbout => readRecord<EmailAbout>(text)
