import { recordedText } from '../../../policies/foreign-text.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** What a letter in the outbox is about, beside its kind and its user: never a link, a code or a text. */
export interface LetterAbout {
  /** The address, where it is not the user's present one: of a test, and the former one after a change. */
  readonly to?: string
  /** "Firefox, Windows". */
  readonly device?: string
  /** Network address of the browser. */
  readonly from?: string
  readonly factor?: 'passkey' | 'authenticator' | 'recovery-codes'
  /** As its owner named it; of a provider, as the settings do. */
  readonly name?: string
  /** Identifies the code that a letter brings; the code itself is made when it is handed over. */
  readonly code?: string
}

/** Characters of one detail: with an address of 254, all of them stay below 1 KiB in any usual script. */
const DETAIL_MAX = 100

export function writeAbout(about: LetterAbout): string {
  return writeRecord(
    Object.fromEntries(
      Object.entries(about).map(([key, text]) => [key, key === 'to' ? text : recordedText(text.slice(0, DETAIL_MAX))]),
    ),
  )
}

export const readAbout = (text: string): LetterAbout => readRecord<LetterAbout>(text)
