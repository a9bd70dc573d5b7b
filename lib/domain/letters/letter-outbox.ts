import { randomBytes } from 'node:crypto'
import type { LetterKind } from '../../../policies/letters.ts'
import type { DeliveryStore } from '../../ports/deliveries.ts'
import { type LetterAbout, writeAbout } from './letter-about.ts'

export interface LetterDraft {
  readonly kind: LetterKind
  /** Whom it goes to. */
  readonly subject: string
  /** Language tag of whoever caused it; that of the user comes first. Absent: the default. */
  readonly locale?: string | undefined
  readonly about?: LetterAbout
  /** It is handed over so many milliseconds later. */
  readonly delayMs?: number
}

/**
 * Letters that are to be sent. One that was accepted survives a crash, and is handed over at least once. The outbox has no text, no
 * link and no code: they are made when the letter is handed over.
 */
export type LetterOutbox = ReturnType<typeof letterOutbox>

export function letterOutbox(
  deliveries: Pick<DeliveryStore, 'put'>,
  { now, wake }: { readonly now: () => number; readonly wake: () => void },
) {
  return {
    /** Resolves with the id of the letter when the store has it. */
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
