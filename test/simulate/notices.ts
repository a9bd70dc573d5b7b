/** Logout notices that apps must get (D-S8): delivered, still queued, or given up after the last attempt. */
import { digestOf } from '../../lib/domain/keys/digest.ts'
import type { Storage } from '../../lib/index.ts'
import { RETRY_AFTER_SECONDS } from '../../policies/delivery-retry.ts'
import type { Book, Family } from './book.ts'
import type { Receive } from './egress.ts'
import type { Scheduler } from './scheduler.ts'

interface Expected {
  /** Of the delivery. */
  readonly id: string
  readonly app: string
  readonly sid: string
}

/** A due notice is attempted within this time, clocks that differ included, in milliseconds. */
const LATE_MS = 240_000

export type Notices = ReturnType<typeof noticesOf>

export function noticesOf(sim: Scheduler, book: Book, storage: Storage, traced: (text: string) => void) {
  const expected = new Map<string, Expected>()
  const received = new Set<string>()
  const failing = new Map<string, 'refused' | 'silent' | 503>()
  /** Since when apps can be notified; disabled ones are not. */
  const enabledSince = new Map<string, number>()

  const check = async (one: Expected, calmFor: number): Promise<void> => {
    if (received.has(one.sid)) return void expected.delete(one.id)
    const found = await storage.deliveries.find(one.id)
    const text = (what: string) => () => `the notice to ${one.app} that ${one.sid} has ended ${what}`
    book.hold(found !== undefined, 'notice-kept', text('is not in the queue any more, and was not delivered'))
    if (found === undefined) return void expected.delete(one.id)
    const { state, tries, dueAt } = found
    if (state === 'delivered' || state === 'failed' || state === 'dropped') {
      const isGivenUp = state === 'failed' && tries > RETRY_AFTER_SECONDS.length
      book.hold(isGivenUp, 'notice-kept', text(`is ${state} after ${tries} attempts, and did not arrive`))
      return void expected.delete(one.id)
    }
    const isLate = sim.now() - dueAt > LATE_MS && calmFor > LATE_MS
    book.hold(!isLate, 'notice-sent', text('has been due for minutes'))
  }

  const receive: Receive = (host, body) => {
    const app = host.split('.')[0]!
    const how = failing.get(app)
    traced(`${app} notified, ${how ?? 200}`)
    if (how !== undefined) return how
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    received.add(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid)
    return 200
  }
  return {
    receive,
    /** No notice is expected any more. */
    isQuiet: (): boolean => expected.size === 0,
    /** @param since when the request that ended the session was sent */
    expect({ app, sid }: Pick<Family, 'app' | 'sid'>, session: string, since: number): void {
      if (sid === undefined || (enabledSince.get(app) ?? 0) >= since) return
      const id = digestOf([session, app, ''].join(' '), 16)
      expected.set(id, { id, app, sid })
    },
    /** What is queued for a disabled app is dropped. */
    disabled(app: string): void {
      enabledSince.set(app, Number.POSITIVE_INFINITY)
      for (const one of [...expected.values()]) if (one.app === app) expected.delete(one.id)
    },
    enabled: (app: string): void => void enabledSince.set(app, sim.now()),
    fail(app: string, how: 'refused' | 'silent' | 503 | undefined): void {
      if (how === undefined) failing.delete(app)
      else failing.set(app, how)
    },
    /** @param calmFor for how long nodes have run undisturbed, in milliseconds */
    check: async (calmFor: number): Promise<void> => {
      for (const one of [...expected.values()]) await check(one, calmFor)
    },
  }
}
