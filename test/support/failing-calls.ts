/** A store of which one call of a request fails. What the service does by itself meanwhile is neither counted nor harmed. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Storage, StoreUnavailable } from '../../lib/index.ts'
import { watchedStorage } from './watched-storage.ts'

export interface FailingCalls {
  readonly storage: Storage
  /** From now on the call with this number (from 1) fails, before it has done anything; all others work. */
  failAt(call: number): void
  /** From now on the n-th call of this name fails before it has done anything, and no other: `documents.replace people`. */
  failOn(name: string, nth?: number): void
  /** As `failOn`, and from that call on every call fails. */
  failFrom(name: string): void
  /** From now on every call fails, also those that the service makes by itself. */
  failAll(): void
  /** From now on everything works. */
  heal(): void
  /** The calls since the last of these, by name; of those that the service makes by itself, the ones that failed. */
  calls(): readonly string[]
}

/**
 * The worker looks for what is due, the trail is written, what there is and who used what is counted, how connectors went is noted, and
 * the mark of the store is looked at.
 */
const BY_ITSELF =
  /^(?:audit\.\w+|deliveries\.(?:lease|nextDue)|clients\.list|\w+\.list .*|\w+\.\w+ (?:preparation|audit|overview|connector-health|stats|app-use|client-use))$/

/** Whether the store still has its mark is looked at now and then, whatever else is asked of it. */
export const MARK_OF_THE_STORE = / preparation$/

/** @param uncounted the calls that are neither counted nor harmed, unless every call fails */
export function failingCalls(now: () => number = Date.now, uncounted = BY_ITSELF): FailingCalls {
  let calls: string[] = []
  let fails: (name: string) => boolean = () => false
  let isAway = false
  const begin = (next: typeof fails, away = false): void => {
    calls = []
    fails = next
    isAway = away
  }
  const isToFail = (name: string): boolean => {
    if (!isAway && uncounted.test(name)) return false
    calls.push(name)
    return fails(name)
  }
  return {
    storage: watchedStorage(embeddedStorage({ now }), ({ port, method, given }) => {
      const kind = port === 'records' || port === 'documents' ? ` ${String(given[0])}` : ''
      if (isToFail(`${port}.${method}${kind}`)) throw new StoreUnavailable('the store is made to fail')
    }),
    failAt: (call) => begin(() => calls.length === call),
    failOn: (name, nth = 1) => begin((one) => one === name && calls.filter((other) => other === name).length === nth),
    failFrom: (name) =>
      begin((one) => {
        isAway ||= one === name
        return isAway
      }),
    failAll: () => begin(() => true, true),
    heal: () => begin(() => false),
    calls: () => calls,
  }
}

/**
 * Does it again and again: first with no call to the store failing, then with one of the calls of that time, each in turn. By name, not by
 * number: what the service does by itself meanwhile would shift the numbers.
 */
export async function eachCall<Made>(
  store: FailingCalls,
  prepare: () => Promise<Made>,
  ask: (made: Made) => Promise<number>,
  /** @param call the name of the one that failed, or `none` */
  judge: (call: string, status: number, made: Made) => Promise<unknown>,
): Promise<void> {
  const round = async (name: string, nth: number): Promise<readonly string[]> => {
    const made = await prepare()
    store.failOn(name, nth)
    const status = await ask(made)
    const calls = store.calls()
    store.heal()
    await judge(calls.filter((call) => call === name).length >= nth ? name : 'none', status, made)
    return calls
  }
  const all = [...(await round('none', 1))]
  if (all.length === 0) throw new Error('the store is not asked')
  for (const [index, name] of all.entries())
    await round(name, all.slice(0, index + 1).filter((call) => call === name).length)
}
