import { randomInt } from 'node:crypto'
import { rateAddress, rateSite } from '../../../policies/rate-limits.ts'
import { decidePace, RECOVERY_LIMITS } from '../../../policies/recovery.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import type { Correspondents } from './correspondent.ts'
import type { LetterOutbox } from './letter-outbox.ts'

/** How many times the limit of an address a whole network may have (D-G12). */
const SITE_FACTOR = 8
const PACE = 'recovery-pace'
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

export interface RecoveryRequests {
  request(asked: RecoveryRequest): Promise<RequestOutcome>
}

export interface RequestParts {
  readonly rates: RateCounter
  readonly records: EphemeralStore
  readonly users: Pick<Correspondents, 'meant'>
  readonly outbox: LetterOutbox
}

/** Somebody has forgotten a password. Reads and writes are the same for a user who is known and for one who is not (D-A2, D-A6). */
export function recoveryRequests({ rates, records, users, outbox }: RequestParts): RecoveryRequests {
  const { letters, paceSeconds, address: byAddress } = RECOVERY_LIMITS

  const tooMany = async (address: string): Promise<RequestOutcome | undefined> => {
    const site = rateSite(address)
    const [own, network] = await Promise.all([
      rates.hit(`recovery:${rateAddress(address)}`, byAddress.windowSeconds * 1000),
      site === undefined ? undefined : rates.hit(`recovery:${site}`, byAddress.windowSeconds * 1000),
    ])
    if (own.count <= byAddress.limit && (network?.count ?? 0) <= byAddress.limit * SITE_FACTOR) return undefined
    const resetMs = own.count > byAddress.limit ? own.resetMs : (network?.resetMs ?? own.resetMs)
    return { outcome: 'wait', retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) }
  }

  /** Whether one more letter may go to whoever is counted under this name. */
  const paced = async (name: string, windowSeconds: number): Promise<'send' | 'silent'> => {
    const key = `recovery:${name}`
    const { count } = await rates.hit(key, windowSeconds * 1000)
    const pace =
      count < RECOVERY_LIMITS.atOnce || count > letters.limit
        ? 'free'
        : (await records.claim(PACE, name, '', paceSeconds * 1000)) === 'claimed'
          ? 'free'
          : 'taken'
    const verdict = decidePace(count, pace)
    // What sends nothing does not count.
    if (verdict === 'silent') await rates.refund(key)
    return verdict
  }

  return {
    async request({ text, address, locale }) {
      const wait = await tooMany(address)
      if (wait !== undefined) return wait
      const sub = await users.meant(text)
      // The text may be a password in the wrong field: it is not stored in clear.
      const typed = digestOf(canonicalUsername(text) ?? text, 12)
      const verdicts = await Promise.all([
        paced(`typed:${typed}`, paceSeconds),
        // What nobody is meant by is forgotten sooner (D-G12).
        sub === undefined
          ? paced(`nobody:${typed}`, paceSeconds)
          : paced(`user:${digestOf(sub, 12)}`, letters.windowSeconds),
      ])
      if (verdicts.every((verdict) => verdict === 'send'))
        await outbox.queue({
          kind: 'recovery',
          subject: sub ?? '',
          locale,
          delayMs: randomInt(PAUSE_MS.least, PAUSE_MS.most),
        })
      return { outcome: 'taken' }
    },
  }
}
