import { printable, recordedText } from '../../../policies/untrusted-text.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** Details of a queued email beyond its kind and user; never a link, a code, or the message itself. */
export interface EmailAbout {
  /** Recipient, if not the user's current email address: used for tests and for notices to a former email address. */
  readonly to?: string
  /** @example 'Firefox, Windows' */
  readonly device?: string
  /** The browser's IP address. */
  readonly from?: string
  readonly factor?: 'passkey' | 'authenticator' | 'recovery-codes'
  /** The name that the user gave the factor; for an external provider, its name in the settings. */
  readonly name?: string
  /** The first day (UTC, YYYY-MM-DD) of a rule. */
  readonly day?: string
  /** A request for access: the app's client ID and name, the request's ID, and the user's reason. */
  readonly client?: string
  readonly app?: string
  readonly request?: string
  readonly reason?: string
  /** Identifies the code in the email; the code itself is generated when the email is handed over. */
  readonly code?: string
  /** The sign-in that a recovery continues, in the browser that started it. */
  readonly interaction?: string
}

/** Maximum characters per detail; a reason has those that its form accepts. */
const DETAIL_MAX = 100

const WHOLE: Readonly<Record<string, (text: string) => string>> = {
  to: (text) => text,
  reason: (text) => printable(text).replace(/\s+/g, ' '),
}

export function writeAbout(about: EmailAbout): string {
  return writeRecord(
    Object.fromEntries(
      Object.entries(about).map(([key, text]) => [key, WHOLE[key]?.(text) ?? recordedText(text.slice(0, DETAIL_MAX))]),
    ),
  )
}

export const readAbout = (text: string): EmailAbout => readRecord<EmailAbout>(text)
