import { BUDGETS } from '../../../policies/budgets.ts'
import {
  afterFailure,
  decidePause,
  FAILURES_BEFORE_PAUSE,
  FAILURES_BETWEEN_PAUSES,
  PAUSE_SECONDS,
} from '../../../policies/sign-in-throttle.ts'
import type { Storage } from '../../ports/storage.ts'
import { digestOf } from '../keys/digest.ts'
import type { Attempt } from '../limits/attempts.ts'

const KIND = 'sign-in-row'
const PAUSE_MS = PAUSE_SECONDS * 1000

export interface RowAttempt extends Attempt {
  readonly outcome: 'open' | 'paused'
}

/** Consecutive wrong passwords of each account, from any IP address, and the resulting pauses. */
export type SignInPauses = ReturnType<typeof signInPauses>

export function signInPauses({ rates, records }: Pick<Storage, 'rates' | 'records'>, now: () => number) {
  const { key, windowSeconds } = BUDGETS.account.inARow
  const rowOf = (name: string): string => `${key}:${digestOf(name, 12)}`
  /** Number of open tries in the row, and the end of the last pause. */
  const read = async (name: string): Promise<{ readonly open: number; readonly until: number } | undefined> => {
    const [open, until] = (await records.read(KIND, name))?.split(' ').map(Number) ?? []
    return open === undefined || until === undefined ? undefined : { open, until }
  }
  const end = async (name: string): Promise<void> => {
    await Promise.all([rates.clear(rowOf(name)), records.remove(KIND, name)])
  }
  return {
    /** @param of `nobody`: the typed text identifies no account; the same work, forgotten after a pause */
    async begin(name: string, of: 'account' | 'nobody'): Promise<RowAttempt> {
      const row = rowOf(name)
      const [{ count: tries, resetMs }, last] = await Promise.all([
        rates.hit(row, of === 'account' ? windowSeconds * 1000 : PAUSE_MS),
        read(name),
      ])
      // The number of open tries ends with its row.
      const open = tries === 1 ? FAILURES_BEFORE_PAUSE : (last?.open ?? FAILURES_BEFORE_PAUSE)
      const pause = (more: number): Promise<void> =>
        records.put(KIND, name, `${more} ${now() + PAUSE_MS}`, Math.max(resetMs, PAUSE_MS))
      const isPaused = last !== undefined && last.until > now()
      const outcome = decidePause({ tries, open, paused: isPaused })
      // A node that died may not have begun the pause after the last open try; without it the row never opens again.
      if (outcome === 'paused' && !isPaused) await pause(open + FAILURES_BETWEEN_PAUSES)
      // A try during a pause prolongs nothing.
      if (outcome === 'paused') await rates.refund(row)
      const cancelled = async (): Promise<void> => (outcome === 'open' ? rates.refund(row) : undefined)
      return {
        outcome,
        cancelled,
        succeeded: () => (of === 'account' && tries > 1 ? end(name) : cancelled()),
        async failed() {
          const next = outcome === 'paused' ? 'go-on' : afterFailure({ tries, open })
          if (next !== 'go-on') await pause(next.open)
        },
      }
    },
    /** The right password or an administrator resets the row. */
    end,
    /** End of the pause, in milliseconds since the epoch; undefined without a pause. */
    async pausedUntil(sub: string): Promise<number | undefined> {
      const until = (await read(sub))?.until ?? 0
      return until > now() ? until : undefined
    },
  }
}
