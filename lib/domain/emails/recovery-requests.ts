import { randomInt } from 'node:crypto'
import { BUDGETS } from '../../../policies/budgets.ts'
import { decidePace } from '../../../policies/recovery.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Signer } from '../keys/signer.ts'
import { begin, exceededByNetwork } from '../limits/attempts.ts'
import { resetOf, userKey } from '../limits/counters.ts'
import type { EmailOutbox } from './email-outbox.ts'
import type { RecipientDirectory } from './recipient-directory.ts'

/** Random delay before the handover, so the timing of the next request does not reveal whether an email was due. */
const PAUSE_MS = { least: 50, most: 500 }

export interface RecoveryRequest {
  /** A username or email address, as typed. */
  readonly text: string
  /** IP address of the browser. */
  readonly address: string
  readonly locale: string
  /** The sign-in that asks for the email; the recovery then continues it. */
  readonly interaction?: string | undefined
}

export type RequestOutcome =
  /** Neither outcome reveals whether an email will be sent. */
  { readonly outcome: 'taken' } | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }

export type RecoveryRequests = ReturnType<typeof recoveryRequests>

export interface RequestParts {
  readonly storage: Pick<Storage, 'rates' | 'records'>
  readonly signer: Signer
  readonly users: Pick<RecipientDirectory, 'subjectNamed'>
  readonly outbox: EmailOutbox
}

/** Handles requests for a recovery email, with the same reads and writes for known and unknown users (D-A2, D-A6). */
export function recoveryRequests({ storage: { rates, records }, signer, users, outbox }: RequestParts) {
  const { recoveryRequests: requests, recoveryInHour, recoveryInQuarter } = BUDGETS.emails
  return {
    async request({ text, address, locale, interaction }: RecoveryRequest): Promise<RequestOutcome> {
      const exceeded = await exceededByNetwork(rates, requests, address)
      if (exceeded !== undefined) return { outcome: 'wait', retryAfterSeconds: exceeded.retryAfterSeconds }
      const sub = await users.subjectNamed(text)
      // Users may type a password into the wrong field, so the text is never stored in a readable or guessable form.
      const typed = signer.sign(`recovery ${canonicalUsername(text) ?? text}`).slice(0, 16)
      const user = sub === undefined ? `unknown:${typed}` : userKey(sub)
      const reset = await resetOf(records, user)
      const counters = {
        typedHour: [recoveryInHour, `typed:${typed}${reset}`],
        typedQuarter: [recoveryInQuarter, `typed:${typed}${reset}`],
        userHour: [recoveryInHour, `${user}${reset}`],
        userQuarter: [recoveryInQuarter, `${user}${reset}`],
      } as const
      const { hits, cancelled } = await begin(rates, counters)
      const paces = [
        decidePace({ hour: hits.typedHour.count, quarter: hits.typedQuarter.count }),
        decidePace({ hour: hits.userHour.count, quarter: hits.userQuarter.count }),
      ]
      const sends = paces.every((pace) => pace === 'send')
      // A request that sends no email does not count. Both branches do the same work, so timing reveals nothing.
      const nothing = Object.values(counters).map(([{ key }, id]) => `not:${key}:${id}`)
      await (sends ? Promise.all(nothing.map((key) => rates.refund(key))) : cancelled())
      const email = {
        kind: 'recovery',
        subject: sends ? (sub ?? '') : '',
        locale,
        ...(interaction === undefined ? {} : { about: { interaction } }),
        delayMs: randomInt(PAUSE_MS.least, PAUSE_MS.most),
      } as const
      await outbox.queue(email).catch(async (error: unknown) => {
        // An email that was not stored is never sent, so the request does not count.
        if (sends) await cancelled().catch(() => undefined)
        throw error
      })
      return { outcome: 'taken' }
    },
  }
}
