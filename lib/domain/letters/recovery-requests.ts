import { randomInt } from 'node:crypto'
import { BUDGETS } from '../../../policies/budgets.ts'
import { decidePace } from '../../../policies/recovery.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import type { Signer } from '../keys/signer.ts'
import { begin, exceededByNetwork } from '../limits/attempts.ts'
import type { Correspondents } from './correspondent.ts'
import type { LetterOutbox } from './letter-outbox.ts'

/** A letter is handed over after a pause of random length, so that the next request does not tell whether there was one to be sent. */
const PAUSE_MS = { least: 50, most: 500 }

export interface RecoveryRequest {
  /** A user name or an address, as typed. */
  readonly text: string
  /** Network address of the browser. */
  readonly address: string
  /** Language of the page. */
  readonly locale: string
}

export type RequestOutcome =
  /** Whether there is a letter now is told to nobody. */
  { readonly outcome: 'taken' } | { readonly outcome: 'wait'; readonly retryAfterSeconds: number }

export type RecoveryRequests = ReturnType<typeof recoveryRequests>

export interface RequestParts {
  readonly rates: RateCounter
  readonly signer: Signer
  readonly users: Pick<Correspondents, 'meant'>
  readonly outbox: LetterOutbox
}

/** Somebody has forgotten a password. Reads and writes are the same for a user who is known and for one who is not (D-A2, D-A6). */
export function recoveryRequests({ rates, signer, users, outbox }: RequestParts) {
  const { recoveryRequests: requests, recoveryInHour, recoveryInQuarter } = BUDGETS.emails
  return {
    async request({ text, address, locale }: RecoveryRequest): Promise<RequestOutcome> {
      const exceeded = await exceededByNetwork(rates, requests, address)
      if (exceeded !== undefined) return { outcome: 'wait', retryAfterSeconds: exceeded.retryAfterSeconds }
      const sub = await users.meant(text)
      // The text may be a password in the wrong field: it is not stored in clear, nor so that it could be guessed.
      const typed = signer.sign(`recovery ${canonicalUsername(text) ?? text}`).slice(0, 16)
      const user = sub === undefined ? `nobody:${typed}` : `user:${digestOf(sub, 12)}`
      const counters = {
        typedHour: [recoveryInHour, `typed:${typed}`],
        typedQuarter: [recoveryInQuarter, `typed:${typed}`],
        userHour: [recoveryInHour, user],
        userQuarter: [recoveryInQuarter, user],
      } as const
      const { hits, cancelled } = await begin(rates, counters)
      const paces = [
        decidePace({ hour: hits.typedHour.count, quarter: hits.typedQuarter.count }),
        decidePace({ hour: hits.userHour.count, quarter: hits.userQuarter.count }),
      ]
      const sends = paces.every((pace) => pace === 'send')
      // What sends nothing does not count. The work is the same either way: as many refunds, and a letter, to nobody.
      const nothing = Object.values(counters).map(([{ key }, id]) => `not:${key}:${id}`)
      await (sends ? Promise.all(nothing.map((key) => rates.refund(key))) : cancelled())
      const letter = {
        kind: 'recovery',
        subject: sends ? (sub ?? '') : '',
        locale,
        delayMs: randomInt(PAUSE_MS.least, PAUSE_MS.most),
      } as const
      await outbox.queue(letter).catch(async (error: unknown) => {
        // Nobody gets a letter that the store does not have.
        if (sends) await cancelled().catch(() => undefined)
        throw error
      })
      return { outcome: 'taken' }
    },
  }
}
