import { BUDGETS } from '../../../policies/budgets.ts'
import type { NoticeKind } from '../../../policies/emails.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import type { Account } from '../accounts/account-record.ts'
import { digestOf } from '../keys/digest.ts'
import { exceededBy } from '../limits/attempts.ts'
import type { EmailAbout } from './email-about.ts'
import type { EmailOutbox } from './email-outbox.ts'

/** Notifies users of changes to their accounts that an attacker may have made. */
export type UserNotices = ReturnType<typeof userNotices>

type NoticeSettings = Configuration['mail']['notices']

const SETTING: Readonly<Record<NoticeKind, keyof NoticeSettings>> = {
  'new-browser': 'newBrowser',
  'password-changed': 'passwordChanged',
  'factor-added': 'factors',
  'factor-removed': 'factors',
  'recovery-code-used': 'recoveryCodes',
  'address-changed': 'addressChanged',
  'identity-linked': 'factors',
  'identity-unlinked': 'factors',
}

export interface NoticeParts {
  readonly rates: RateCounter
  readonly now: () => number
  readonly outbox: EmailOutbox
  readonly account: (sub: string) => Promise<Account | undefined>
  readonly settings: NoticeSettings
  /** Called if a notice could not be stored. The change that caused the notice was still made. */
  readonly report: (error: unknown) => void
}

const formerOf = ({ formerEmail }: Account, now: number): string | undefined =>
  formerEmail !== undefined && now < formerEmail.until ? formerEmail.address : undefined

export function userNotices({ outbox, rates, now, account, settings, report }: NoticeParts) {
  const tooMany = async (sub: string): Promise<boolean> =>
    (await exceededBy(rates, BUDGETS.emails.signInNotices, digestOf(sub, 12))) !== undefined
  return {
    /** Queues an email if the deployment sends this kind of notice and the user has a verified email address. */
    async notify(kind: NoticeKind, sub: string, about: EmailAbout = {}): Promise<void> {
      if (!settings[SETTING[kind]]) return
      try {
        const found = await account(sub)
        // Users from the configuration cannot change their password in Portico, so a notice would not help them.
        if (found === undefined || found.source === 'configuration') return
        const { email, email_verified: verified } = found.person
        if (kind === 'new-browser' && (await tooMany(sub))) return
        if (about.to === undefined && email !== undefined && verified === true)
          await outbox.queue({ kind, subject: sub, about })
        const former = about.to ?? formerOf(found, now())
        if (former !== undefined) await outbox.queue({ kind, subject: sub, about: { ...about, to: former } })
      } catch (error) {
        report(error)
      }
    },
  }
}
