import {
  afterFailure,
  decidePause,
  FAILURES_BEFORE_PAUSE,
  FAILURES_BETWEEN_PAUSES,
  PAUSE_SECONDS,
} from '../../../policies/sign-in-pause.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { digestOf } from '../keys/digest.ts'

/** A row of wrong passwords is remembered for so long after its first. */
const ROW_MS = 30 * 86_400_000
const PAUSE = 'sign-in-pause'
const OPEN = 'sign-in-open'

/** One try, counted before its password is checked. */
export interface CountedTry {
  readonly outcome: 'open' | 'paused'
  /** Since the last right password, this one included. */
  readonly tries: number
  /** The password was wrong. */
  failed(): Promise<void>
  /** It was not judged: as if it had not been made. */
  undo(): Promise<void>
}

/** The wrong passwords of each account in a row, from anywhere, and the pauses that they lead to. */
export interface SignInPauses {
  /** @param of an account, or what was typed where that is nobody's: the same work, forgotten after a pause */
  count(name: string, of: 'account' | 'nobody'): Promise<CountedTry>
  /** The right password, or an administrator: the row begins anew. */
  end(sub: string): Promise<void>
  /** Until when sign-ins pause, milliseconds since the epoch; undefined: they do not. */
  pausedUntil(sub: string): Promise<number | undefined>
}

export interface SignInPauseStores {
  readonly rates: RateCounter
  readonly records: EphemeralStore
}

export function signInPauses({ rates, records }: SignInPauseStores, now: () => number): SignInPauses {
  const pausedUntil = async (sub: string): Promise<number | undefined> => {
    const until = Number((await records.read(PAUSE, sub)) ?? 0)
    return until > now() ? until : undefined
  }
  const rowOf = (sub: string): string => `login:row:${digestOf(sub, 12)}`
  return {
    async count(sub, of) {
      const row = rowOf(sub)
      const rememberedMs = of === 'account' ? ROW_MS : PAUSE_SECONDS * 1000
      const [{ count: tries, resetMs }, opened, pause] = await Promise.all([
        rates.hit(row, rememberedMs),
        records.read(OPEN, sub),
        pausedUntil(sub),
      ])
      // What was allowed belongs to its row, and ends with it.
      const open = opened === undefined || tries === 1 ? FAILURES_BEFORE_PAUSE : Number(opened)
      const undo = (): Promise<void> => rates.refund(row)
      const begin = async (more: number): Promise<void> => {
        await Promise.all([
          records.put(OPEN, sub, String(more), Math.max(1, resetMs)),
          records.put(PAUSE, sub, String(now() + PAUSE_SECONDS * 1000), PAUSE_SECONDS * 1000),
        ])
      }
      // A try that is made while others wait prolongs nothing.
      if (decidePause({ tries, open, paused: pause !== undefined }) === 'paused') {
        // Whoever made the last open try did not get as far as beginning the pause; without it the row would never open again.
        if (pause === undefined) await begin(open + FAILURES_BETWEEN_PAUSES)
        await undo()
        return { outcome: 'paused', tries, failed: async () => {}, undo: async () => {} }
      }
      return {
        outcome: 'open',
        tries,
        undo,
        async failed() {
          const next = afterFailure({ tries, open })
          if (next !== 'go-on') await begin(next.open)
        },
      }
    },
    async end(sub) {
      await Promise.all([rates.clear(rowOf(sub)), records.remove(OPEN, sub), records.remove(PAUSE, sub)])
    },
    pausedUntil,
  }
}
