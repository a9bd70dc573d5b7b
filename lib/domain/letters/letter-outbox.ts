import { randomBytes } from 'node:crypto'
import type { LetterKind } from '../../../policies/letters.ts'
import type { DeliveryStore } from '../../ports/deliveries.ts'
import { type LetterAbout, writeAbout } from './letter-about.ts'

export interface LetterDraft {
  readonly kind: LetterKind
  readonly subject: string
  /** Language tag of the requester; the user's own comes first. Absent: the default. */
  readonly locale?: string | undefined
  readonly about?: LetterAbout
  readonly delayMs?: number
}

/**
 * Emails to be sent. An accepted email survives a crash, and is handed over at least once. Text, link and code are not
 * in the outbox: they are made at the handover.
 */
export type LetterOutbox = ReturnType<typeof letterOutbox>

export function letterOutbox(
  deliveries: Pick<DeliveryStore, 'put'>,
  { now, wake }: { readonly now: () => number; readonly wake: () => void },
) {
  return {
    /** Resolves with the email's ID once the store has it. */
    async queue({ kind, subject, locale = '', about = {}, delayMs = 0 }: LetterDraft): Promise<string> {
      const id = randomBytes(16).toString('base64url')
      const at = now()
      await deliveries.put([
        {
          id,
          channel: 'mail',
          kind,
          subject,
          locale,
          about: writeAbout(about),
          state: 'due',
          tries: 0,
          createdAt: at,
          dueAt: at + delayMs,
        },
      ])
      wake()
      return id
    },
  }
}
