import type { DeliveryVerdict } from '../../../policies/delivery-retry.ts'
import { defined } from '../../config/data/defined.ts'
import type { Delivery, DeliveryStore, DeliveryTry, LogoutNotice, QueuedEmail } from '../../ports/deliveries.ts'
import type { Fairness } from './delivery-fairness.ts'

/** How long a finished delivery stays in the ledger, in milliseconds. */
export const LEDGER_MS = 30 * 86_400_000
/** Maximum number of attempts kept in a ledger entry. */
const HISTORY_MAX = 20
/** How long a delivery is postponed when too many deliveries to its receiver are in flight, in milliseconds. */
const POSTPONE_MS = 5_000

export interface Lease<Kind extends Delivery = Delivery> {
  readonly delivery: Kind
  /** Whether the lease is still valid. */
  isMine(): boolean
}

/** Makes one attempt. Returns the delivery's state, or undefined if the delivery is not due yet. */
export type Attempt<Kind extends Delivery = Delivery> = (lease: Lease<Kind>) => Promise<Delivery['state'] | undefined>

export interface AttemptParts {
  readonly deliveries: DeliveryStore
  readonly limiter: Fairness
  readonly now: () => number
  /** Returns a number between 0 and 1. */
  readonly random: () => number
}

/** Drops a delivery that has no recipient. */
export async function dropDelivery(
  { deliveries, now }: Pick<AttemptParts, 'deliveries' | 'now'>,
  delivery: Delivery,
  why: string,
  keepMs = LEDGER_MS,
): Promise<Delivery['state']> {
  await deliveries.complete({ ...delivery, state: 'dropped', dueAt: now(), lastAt: now(), lastError: why }, keepMs)
  return 'dropped'
}

/** Sends a delivery and times it. Returns `due` if it was postponed because too many others are in flight. */
export async function sendInTurn<Outcome>(
  { deliveries, limiter, now, random }: AttemptParts,
  delivery: Delivery,
  receiver: string,
  send: () => Promise<Outcome>,
  isAnswered: (outcome: Outcome) => boolean,
): Promise<{ readonly outcome: Outcome; readonly at: number; readonly ms: number } | 'due'> {
  if (limiter.enter(receiver) === 'later') {
    const dueAt = Math.round(now() + POSTPONE_MS * (1 + random()))
    await deliveries.complete({ ...delivery, state: 'due', dueAt }, LEDGER_MS)
    return 'due'
  }
  const [at, startedAt] = [now(), performance.now()]
  let answered = false
  try {
    const outcome = await send()
    answered = isAnswered(outcome)
    return { outcome, at, ms: Math.round(performance.now() - startedAt) }
  } finally {
    limiter.left(receiver, answered ? 'answered' : 'unanswered')
  }
}

export function attemptOf(attempts: {
  readonly backchannel: Attempt<LogoutNotice>
  readonly mail: Attempt<QueuedEmail>
}): Attempt {
  return ({ delivery, isMine }) =>
    delivery.channel === 'mail' ? attempts.mail({ delivery, isMine }) : attempts.backchannel({ delivery, isMine })
}

/** Records the outcome of an attempt and returns the new state. */
export async function conclude<Kind extends Delivery>(
  { deliveries, now }: { readonly deliveries: DeliveryStore; readonly now: () => number },
  { delivery, isMine }: Lease<Kind>,
  conclusion: DeliveryVerdict,
  tried: DeliveryTry,
): Promise<Delivery['state']> {
  // After the lease expires, this worker may record only a success, because a delivery cannot be undone.
  if (conclusion.state !== 'delivered' && !isMine()) return 'leased'
  const { lastStatus: _status, lastError: _error, lastAnswer: _answer, ...rest } = delivery
  const { status, error, answer } = tried
  await deliveries.complete(
    {
      ...(rest as Kind),
      state: conclusion.state,
      tries: delivery.tries + 1,
      dueAt: Math.round(now() + (conclusion.state === 'due' ? conclusion.afterSeconds * 1000 : 0)),
      lastAt: tried.at,
      lastMs: tried.ms,
      ...defined({ lastStatus: status, lastError: error, lastAnswer: answer }),
      history: [...(delivery.history ?? []), tried].slice(-HISTORY_MAX),
    },
    LEDGER_MS,
  )
  return conclusion.state
}
