import { randomBytes } from 'node:crypto'
import type { EmailKind } from '../../../policies/emails.ts'
import type { DeliveryStore } from '../../ports/deliveries.ts'
import { type EmailAbout, writeAbout } from './email-about.ts'

export interface EmailDraft {
  /** An email whose ID is already in the outbox or ledger is not added. Random by default. */
  readonly id?: string
  readonly kind: EmailKind
  readonly subject: string
  /** The requester's language tag, used if the user has no language set. If absent, the default applies. */
  readonly locale?: string | undefined
  readonly about?: EmailAbout
  readonly delayMs?: number
}

/**
 * Emails waiting to be sent. A queued email survives a crash and is handed over at least once. The outbox does not
 * contain the text, link, or code; these are created when the email is handed over.
 */
export type EmailOutbox = ReturnType<typeof emailOutbox>

export function emailOutbox(
  deliveries: Pick<DeliveryStore, 'put'>,
  { now, wake }: { readonly now: () => number; readonly wake: () => void },
) {
  return {
    /** Resolves with the email's ID once the email is stored. */
    async queue({ id = newId(), kind, subject, locale = '', about = {}, delayMs = 0 }: EmailDraft): Promise<string> {
      const at = now()
      const email = { id, kind, subject, locale, about: writeAbout(about), createdAt: at, dueAt: at + delayMs }
      await deliveries.put([{ ...email, channel: 'mail', state: 'due', tries: 0 }])
      wake()
      return id
    },
  }
}

const newId = (): string => randomBytes(16).toString('base64url')
