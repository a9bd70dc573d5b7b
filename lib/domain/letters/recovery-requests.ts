import { randomInt } from 'node:crypto'
import { rateAddress, rateSite } from '../../../policies/rate-limits.ts'
import { decidePace, RECOVERY_LIMITS } from '../../../policies/recovery.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'
import type { Signer } from '../keys/signer.ts'
import type { Correspondents } from './correspondent.ts'
import type { LetterOutbox } from './letter-outbox.ts'

/** How many times the limit of an address a whole network may have (D-G12). */
const SITE_FACTOR = 8
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
  readonly signer: Signer
  readonly users: Pick<Correspondents, 'meant'>
  readonly outbox: LetterOutbox
}

/** Somebody has forgotten a password. Reads and writes are the same for a user who is known and for one who is not (D-A2, D-A6). */
export function recoveryRequests({ rates, signer, users, outbox }: RequestParts): RecoveryRequests {
  const { hour, quarter, address: byAddress } = RECOVERY_LIMITS

  const tooMany = async (address: string): Promise<RequestOutcome | undefined> => {
    const site = rateSite(address)
    const [own, network] = await Promise.all([
      rates.hit(`recovery:${rateAddress(address)}`, byAddress.windowSeconds * 1000),
      site === undefined ? undefined : rates.hit(`recovery:${site}`, byAddress.windowSeconds * 1000),
    ])
    if (own.count <= byAddress.limit && (network?.count ?? 0) <= byAddress.limit * SITE_FACTOR) return undefined
    // What one network is refused anyway uses up nothing of its neighbours' (D-G12).
    if (site !== undefined && own.count > byAddress.limit) await rates.refund(`recovery:${site}`)
    const resetMs = own.count > byAddress.limit ? own.resetMs : (network?.resetMs ?? own.resetMs)
    return { outcome: 'wait', retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) }
  }

  /** Counts one more letter under this name, and says whether it may be sent. */
  const counted = async (
    name: string,
  ): Promise<{ readonly verdict: 'send' | 'silent'; readonly keys: readonly string[] }> => {
    const keys = [`recovery:hour:${name}`, `recovery:quarter:${name}`] as const
    const [inHour, inQuarter] = await Promise.all([
      rates.hit(keys[0], hour.windowSeconds * 1000),
      rates.hit(keys[1], quarter.windowSeconds * 1000),
    ])
    return { verdict: decidePace({ hour: inHour.count, quarter: inQuarter.count }), keys }
  }

  return {
    async request({ text, address, locale }) {
      const wait = await tooMany(address)
      if (wait !== undefined) return wait
      const sub = await users.meant(text)
      // The text may be a password in the wrong field: it is not stored in clear, nor so that it could be guessed.
      const typed = signer.sign(`recovery ${canonicalUsername(text) ?? text}`).slice(0, 16)
      const user = sub === undefined ? `nobody:${typed}` : `user:${digestOf(sub, 12)}`
      const counts = await Promise.all([counted(`typed:${typed}`), counted(user)])
      const sends = counts.every(({ verdict }) => verdict === 'send')
      // What sends nothing does not count. The work is the same either way: as many refunds, and a letter, to nobody.
      await Promise.all(counts.flatMap(({ keys }) => keys.map((key) => rates.refund(sends ? `not:${key}` : key))))
      const letter = {
        kind: 'recovery',
        subject: sends ? (sub ?? '') : '',
        locale,
        delayMs: randomInt(PAUSE_MS.least, PAUSE_MS.most),
      } as const
      await outbox.queue(letter).catch(async (error: unknown) => {
        // Nobody gets a letter that the store does not have.
        if (sends) await Promise.allSettled(counts.flatMap(({ keys }) => keys.map((key) => rates.refund(key))))
        throw error
      })
      return { outcome: 'taken' }
    },
  }
}
