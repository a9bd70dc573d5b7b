/** A store that lists the calls of requests, and can fail one. Background calls are neither listed nor affected. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Storage, StoreUnavailable } from '../../lib/index.ts'
import { watchedStorage } from './watched-storage.ts'

export interface FailingCalls {
  readonly storage: Storage
  /** From now on, the call of a request with this number (from 1) fails before it has any effect; all others work. */
  failAt(call: number): void
  /** From now on, the first call of a request with this name fails: `documents.replace people`. */
  failOn(name: string): void
  /** Like `failOn`, and every later call fails too, including background calls. */
  failFrom(name: string): void
  /** From now on, the first background call with this name fails. */
  failInBackground(name: string): void
  /** From now on, every call fails, including background calls. */
  failAll(): void
  /** From now on, every call works. */
  heal(): void
  /** The calls of requests since the last of these, by name; of the background calls, only the failed ones. */
  calls(): readonly string[]
}

/** What runs in a request: everything that its handler starts, until the product moves it to the background. */
const inRequest = new AsyncLocalStorage<true>()
subscribe('http.server.request.start', () => inRequest.enterWith(true))

/** Read on behalf of requests at most once in a second or two, so no test can say which one reads it. */
const SHARED_READ = /^documents\.read (?:service secrets|appearance )/

type Origin = 'request' | 'background'
type Matches = (name: string, origin: Origin) => boolean

export function failingCalls(now: () => number = Date.now): FailingCalls {
  let calls: string[] = []
  let fails: Matches = () => false
  const begin = (next: Matches): void => {
    calls = []
    fails = next
  }
  /** Lists the call, and says whether it fails. */
  const isToFail = (name: string, origin: Origin): boolean => {
    if (origin === 'request') calls.push(name)
    const failing = fails(name, origin)
    if (failing && origin === 'background') calls.push(name)
    return failing
  }
  return {
    storage: watchedStorage(embeddedStorage({ now }), ({ port, method, given: [kind, id] }) => {
      const name = `${port}.${method}${port === 'records' || port === 'documents' ? ` ${String(kind)}` : ''}`
      const isOfRequest = inRequest.getStore() === true && !SHARED_READ.test(`${name} ${String(id)}`)
      if (isToFail(name, isOfRequest ? 'request' : 'background'))
        throw new StoreUnavailable('the store is made to fail')
    }),
    failAt: (call) => begin((_name, origin) => origin === 'request' && calls.length === call),
    failOn: (name) =>
      begin((one, origin) => origin === 'request' && one === name && calls.indexOf(name) === calls.length - 1),
    failFrom: (name) => begin(() => calls.includes(name)),
    failInBackground: (name) =>
      begin((one, origin) => origin === 'background' && one === name && !calls.includes(name)),
    failAll: () => begin(() => true),
    heal: () => begin(() => false),
    calls: () => calls,
  }
}

/** Repeats the work, first without a failure, then with each of its store calls failing in turn. */
export async function eachCall<Made>(
  store: FailingCalls,
  prepare: () => Promise<Made>,
  ask: (made: Made) => Promise<number>,
  /** @param call the name of the failed call, or `none` */
  check: (call: string, status: number, made: Made) => Promise<unknown>,
): Promise<void> {
  const round = async (number: number): Promise<number> => {
    const made = await prepare()
    store.failAt(number)
    const status = await ask(made)
    const calls = store.calls()
    store.heal()
    await check(calls[number - 1] ?? 'none', status, made)
    return calls.length
  }
  const all = await round(0)
  if (all === 0) throw new Error('the store is not asked')
  for (let number = 1; number <= all; number += 1) await round(number)
}
