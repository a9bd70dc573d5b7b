import { BUDGETS } from '../../../policies/budgets.ts'
import {
  afterFailure,
  type Cause,
  decideLockout,
  FAILURES_BEFORE_LOCKOUT,
  FAILURES_BETWEEN_LOCKOUTS,
  LOCKOUT_SECONDS,
} from '../../../policies/sign-in-throttle.ts'
import type { Storage } from '../../ports/storage.ts'
import { digestOf } from '../keys/digest.ts'
import type { Attempt } from '../limits/attempts.ts'

const KIND = 'sign-in-row'
const LOCKOUT_MS = LOCKOUT_SECONDS * 1000

export interface RowAttempt extends Attempt {
  readonly outcome: 'open' | 'locked'
}

/** Counts each account's consecutive wrong passwords, from any IP address, and tracks the resulting lockouts. */
export type SignInLockouts = ReturnType<typeof signInLockouts>

export function signInLockouts({ rates, records }: Pick<Storage, 'rates' | 'records'>, now: () => number) {
  const { key, windowSeconds } = BUDGETS.account.inARow
  const rowOf = (name: string): string => `${key}:${digestOf(name, 12)}`
  /** Number of consecutive attempts allowed before a lockout, and the end of the last lockout. */
  const read = async (name: string): Promise<{ readonly open: number; readonly until: number } | undefined> => {
    const [open, until] = (await records.read(KIND, name))?.split(' ').map(Number) ?? []
    return open === undefined || until === undefined ? undefined : { open, until }
  }
  /** Resets the count after a correct password. */
  const end = async (name: string): Promise<void> => {
    await Promise.all([rates.clear(rowOf(name)), records.remove(KIND, name)])
  }
  return {
    /** @param of `unknown` if no account matches: same work, but the count lasts only as long as a lockout */
    async begin(name: string, of: 'account' | 'unknown'): Promise<RowAttempt> {
      const row = rowOf(name)
      const [{ count: tries, resetMs }, last] = await Promise.all([
        rates.hit(row, of === 'account' ? windowSeconds * 1000 : LOCKOUT_MS),
        read(name),
      ])
      // The first attempt after a reset gets the default limit.
      const open = tries === 1 ? FAILURES_BEFORE_LOCKOUT : (last?.open ?? FAILURES_BEFORE_LOCKOUT)
      const lock = (more: number): Promise<void> =>
        records.put(KIND, name, `${more} ${now() + LOCKOUT_MS}`, Math.max(resetMs, LOCKOUT_MS))
      const isLocked = last !== undefined && last.until > now()
      const outcome = decideLockout({ tries, open, locked: isLocked })
      // Record the lockout, in case a node died before doing so. Otherwise, the account would stay locked forever.
      if (outcome === 'locked' && !isLocked) await lock(open + FAILURES_BETWEEN_LOCKOUTS)
      // An attempt during a lockout does not extend it.
      if (outcome === 'locked') await rates.refund(row)
      const cancelled = async (): Promise<void> => (outcome === 'open' ? rates.refund(row) : undefined)
      return {
        outcome,
        cancelled,
        succeeded: () => (of === 'account' && tries > 1 ? end(name) : cancelled()),
        async failed() {
          const next = outcome === 'locked' ? 'go-on' : afterFailure({ tries, open })
          if (next !== 'go-on') await lock(next.open)
        },
      }
    },
    /** The lockout's end, in milliseconds since the epoch, and cause; undefined if the account is not locked. */
    async lockout(sub: string): Promise<(Cause & { readonly until: number }) | undefined> {
      const { open, until } = (await read(sub)) ?? { open: 0, until: 0 }
      return until > now() ? { until, count: open - FAILURES_BETWEEN_LOCKOUTS } : undefined
    },
  }
}
