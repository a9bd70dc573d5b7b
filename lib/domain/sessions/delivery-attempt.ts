import type { TryOutcome } from '../../../policies/delivery-retry.ts'
import type { Delivery } from '../../ports/deliveries.ts'
import { type Client, readClient } from '../clients/client-record.ts'
import type { SendNotification } from './backchannel.ts'
import { hasEnded, nextLook } from './delivery-condition.ts'
import { fairness } from './delivery-fairness.ts'
import { deliveryRetry, LEDGER_MS, type Lease, lastOf, type RetryParts } from './delivery-retry.ts'

/** How long a delivery waits when too many others to its client are in flight, in milliseconds. */
const POSTPONE_MS = 5_000

/** Makes one attempt; returns the state of the delivery, or undefined when there was nothing to do yet. */
export type Attempt = (lease: Lease) => Promise<Delivery['state'] | undefined>

export interface AttemptParts extends RetryParts {
  readonly send: SendNotification
}

export function deliveryAttempt(parts: AttemptParts): Attempt {
  const { storage, send, now, random } = parts
  const limiter = fairness(now)
  const conclude = deliveryRetry(parts)

  const drop = async (delivery: Delivery, why: string): Promise<Delivery['state']> => {
    await storage.deliveries.settle(
      { ...delivery, state: 'dropped', dueAt: now(), lastAt: now(), lastError: why },
      LEDGER_MS,
    )
    return 'dropped'
  }

  const keepHeld = async (delivery: Delivery): Promise<undefined> => {
    await storage.deliveries.settle({ ...delivery, dueAt: nextLook(delivery, now()) }, LEDGER_MS)
    // A release between the check and this write must not be lost.
    if (await hasEnded(storage, delivery)) await storage.deliveries.release([delivery.id], now())
    return undefined
  }

  return async (lease) => {
    const { delivery } = lease
    // Still held because a node died before the release: whether the session has ended is read from the store.
    if (delivery.state === 'held' && !(await hasEnded(storage, delivery))) return keepHeld(delivery)
    const target = targetOf(await storage.clients.find(delivery.clientId))
    if (typeof target === 'string') return drop(delivery, target)
    const { clientId } = delivery
    if (limiter.enter(clientId) === 'later') {
      await storage.deliveries.settle(
        { ...delivery, state: 'due', dueAt: Math.round(now() + POSTPONE_MS * (1 + random())) },
        LEDGER_MS,
      )
      return 'due'
    }
    const [at, startedAt] = [now(), performance.now()]
    let outcome: TryOutcome = { kind: 'no-answer', why: 'error' }
    try {
      outcome = await send({ ...delivery, uri: target.uri }, target.environment)
    } finally {
      limiter.left(clientId, outcome)
    }
    const { lastStatus: status, lastError: error } = lastOf(outcome)
    const tried = {
      at,
      ms: Math.round(performance.now() - startedAt),
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
    }
    return conclude(lease, target.uri, outcome, tried)
  }
}

/** The client's present address, which may have been corrected since the first attempt; or why there is none. */
function targetOf(
  record: string | undefined,
): { readonly uri: string; readonly environment: Client['environment'] } | string {
  if (record === undefined) return 'the client was removed'
  const { status, backchannelLogoutUri: uri, environment } = readClient(record)
  if (status !== 'active') return 'the client is disabled'
  return uri === undefined ? 'the client has no back-channel address any more' : { uri, environment }
}
