/** A store that lists the calls of a request, and can fail one. Background calls are neither listed nor affected. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Storage, StoreUnavailable } from '../../lib/index.ts'
import { watchedStorage } from './watched-storage.ts'

export interface FailingCalls {
  readonly storage: Storage
  /** From now on, the call with this number (from 1) fails before it has any effect; all others work. */
  failAt(call: number): void
  /** From now on, only the n-th call of this name fails, before it has any effect: `documents.replace people`. */
  failOn(name: string, nth?: number): void
  /** Like `failOn`, and every later call fails too. */
  failFrom(name: string): void
  /** From now on, every call fails, including background calls. */
  failAll(): void
  /** From now on, every call works. */
  heal(): void
  /** The calls since the last of these, by name; of the background calls, only the failed ones. */
  calls(): readonly string[]
}

/**
 * Background work: deliveries, the audit trail, counts and usage, connector health, nodes, signing keys, root secrets,
 * and the check of the store's mark.
 */
const BY_ITSELF =
  /^(?:audit\.\w+|deliveries\.(?:lease|nextDue)|clients\.list|\w+\.list .*|\w+\.\w+ (?:preparation|service|keys|nodes|audit|overview|connector-health|stats|app-use|client-use))$/

export function failingCalls(now: () => number = Date.now): FailingCalls {
  let calls: string[] = []
  let fails: (name: string) => boolean = () => false
  let isAway = false
  const begin = (next: typeof fails, away = false): void => {
    calls = []
    fails = next
    isAway = away
  }
  const isToFail = (name: string): boolean => {
    if (!isAway && BY_ITSELF.test(name)) return false
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
 * Repeats the work: first without failures, then with each of its store calls failing in turn. Calls are identified by
 * name, because background work would shift their numbers.
 */
export async function eachCall<Made>(
  store: FailingCalls,
  prepare: () => Promise<Made>,
  ask: (made: Made) => Promise<number>,
  /** @param call the name of the failed call, or `none` */
  check: (call: string, status: number, made: Made) => Promise<unknown>,
): Promise<void> {
  const round = async (name: string, nth: number): Promise<readonly string[]> => {
    const made = await prepare()
    store.failOn(name, nth)
    const status = await ask(made)
    const calls = store.calls()
    store.heal()
    await check(calls.filter((call) => call === name).length >= nth ? name : 'none', status, made)
    return calls
  }
  const all = [...(await round('none', 1))]
  if (all.length === 0) throw new Error('the store is not asked')
  for (const [index, name] of all.entries())
    await round(name, all.slice(0, index + 1).filter((call) => call === name).length)
}
