import { randomBytes } from 'node:crypto'
import type { EmailKind } from '../../../policies/emails.ts'
import type { DeliveryStore } from '../../ports/deliveries.ts'
import { type EmailAbout, writeAbout } from './email-about.ts'

export interface EmailDraft {
  readonly kind: EmailKind
  readonly subject: string
  /** Language tag of the requester; the user's own comes first. Absent: the default. */
  readonly locale?: string | undefined
  readonly about?: EmailAbout
  readonly delayMs?: number
}

/**
 * Emails to be sent. An accepted email survives a crash, and is handed over at least once. Text, link and code are not
 * in the outbox: they are made at the handover.
 */
export type EmailOutbox = ReturnType<typeof emailOutbox>

export function emailOutbox(
  deliveries: Pick<DeliveryStore, 'put'>,
  { now, wake }: { readonly now: () => number; readonly wake: () => void },
) {
  return {
    /** Resolves with the email's ID once the store has it. */
    async queue({ kind, subject, locale = '', about = {}, delayMs = 0 }: EmailDraft): Promise<string> {
      const id = randomBytes(16).toString('base64url')
      const at = now()
      const email = { id, kind, subject, locale, about: writeAbout(about), createdAt: at, dueAt: at + delayMs }
      await deliveries.put([{ ...email, channel: 'mail', state: 'due', tries: 0 }])
      wake()
      return id
    },
  }
}
