import type { Delivery, DeliveryStore, DeliveryTry, LogoutNotice, QueuedLetter } from '../../ports/deliveries.ts'

/** How long a finished delivery stays in the ledger, in milliseconds. */
export const LEDGER_MS = 30 * 86_400_000
/** Attempts that an entry of the ledger lists. */
const HISTORY_MAX = 20

/** A delivery that a worker holds. */
export interface Lease<Kind extends Delivery = Delivery> {
  readonly delivery: Kind
  /** Whether the worker still holds it. */
  isMine(): boolean
}

/** Makes one attempt; returns the state of the delivery, or undefined when there was nothing to do yet. */
export type Attempt<Kind extends Delivery = Delivery> = (lease: Lease<Kind>) => Promise<Delivery['state'] | undefined>

/** What came of an attempt. */
export type Conclusion =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'due'; readonly afterMs: number }

/** One attempt per channel. */
export function attemptOf(attempts: {
  readonly backchannel: Attempt<LogoutNotice>
  readonly mail: Attempt<QueuedLetter>
}): Attempt {
  return ({ delivery, isMine }) =>
    delivery.channel === 'mail' ? attempts.mail({ delivery, isMine }) : attempts.backchannel({ delivery, isMine })
}

/** Writes what came of an attempt, and returns the new state. */
export async function conclude<Kind extends Delivery>(
  { deliveries, now }: { readonly deliveries: DeliveryStore; readonly now: () => number },
  { delivery, isMine }: Lease<Kind>,
  conclusion: Conclusion,
  tried: DeliveryTry,
): Promise<Delivery['state']> {
  // After its lease expired a worker may only record what stays true: that the delivery has been received.
  if (conclusion.state !== 'delivered' && !isMine()) return 'leased'
  const { lastStatus: _status, lastError: _error, lastAnswer: _answer, ...rest } = delivery
  const { status, error, answer } = tried
  await deliveries.settle(
    {
      ...(rest as Kind),
      state: conclusion.state,
      tries: delivery.tries + 1,
      dueAt: Math.round(now() + (conclusion.state === 'due' ? conclusion.afterMs : 0)),
      lastAt: tried.at,
      lastMs: tried.ms,
      ...(status === undefined ? {} : { lastStatus: status }),
      ...(error === undefined ? {} : { lastError: error }),
      ...(answer === undefined ? {} : { lastAnswer: answer }),
      history: [...(delivery.history ?? []), tried].slice(-HISTORY_MAX),
    },
    LEDGER_MS,
  )
  return conclusion.state
}
