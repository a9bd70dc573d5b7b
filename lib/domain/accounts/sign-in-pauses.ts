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

/** The wrong passwords of each account in a row, from anywhere, and the pauses that they lead to. */
export type SignInPauses = ReturnType<typeof signInPauses>

export function signInPauses({ rates, records }: Pick<Storage, 'rates' | 'records'>, now: () => number) {
  const { key, windowSeconds } = BUDGETS.account.inARow
  const rowOf = (name: string): string => `${key}:${digestOf(name, 12)}`
  /** How many tries of the row are open, and until when the last pause lasts. */
  const read = async (name: string): Promise<{ readonly open: number; readonly until: number } | undefined> => {
    const [open, until] = (await records.read(KIND, name))?.split(' ').map(Number) ?? []
    return open === undefined || until === undefined ? undefined : { open, until }
  }
  const end = async (name: string): Promise<void> => {
    await Promise.all([rates.clear(rowOf(name)), records.remove(KIND, name)])
  }
  return {
    /** @param of an account, or what was typed where that is nobody's: the same work, forgotten after a pause */
    async begin(name: string, of: 'account' | 'nobody'): Promise<RowAttempt> {
      const row = rowOf(name)
      const [{ count: tries, resetMs }, last] = await Promise.all([
        rates.hit(row, of === 'account' ? windowSeconds * 1000 : PAUSE_MS),
        read(name),
      ])
      // What was allowed belongs to its row, and ends with it.
      const open = tries === 1 ? FAILURES_BEFORE_PAUSE : (last?.open ?? FAILURES_BEFORE_PAUSE)
      const pause = (more: number): Promise<void> =>
        records.put(KIND, name, `${more} ${now() + PAUSE_MS}`, Math.max(resetMs, PAUSE_MS))
      const isPaused = last !== undefined && last.until > now()
      const outcome = decidePause({ tries, open, paused: isPaused })
      // A node that died could not begin the pause after the last open try; without it the row would never open again.
      if (outcome === 'paused' && !isPaused) await pause(open + FAILURES_BETWEEN_PAUSES)
      // A try that is made while others wait prolongs nothing.
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
    /** The right password, or an administrator: the row begins again. */
    end,
    /** Until when sign-ins pause, milliseconds since the epoch; undefined: they do not. */
    async pausedUntil(sub: string): Promise<number | undefined> {
      const until = (await read(sub))?.until ?? 0
      return until > now() ? until : undefined
    },
  }
}
