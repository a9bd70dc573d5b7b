import { decideDelivery, type TryOutcome } from '../../../policies/delivery-retry.ts'
import type { Delivery, DeliveryTry } from '../../ports/deliveries.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { readCondition } from './delivery-condition.ts'

/** How long a finished delivery stays in the ledger. */
export const LEDGER_MS = 30 * 86_400_000
/** Attempts that an entry of the ledger lists. */
const HISTORY_MAX = 20

/** A delivery that a worker holds. */
export interface Lease {
  readonly delivery: Delivery
  /** Whether the worker still holds it. */
  isMine(): boolean
}

export interface RetryParts {
  readonly storage: Storage
  readonly now: () => number
  readonly random: () => number
  /** Seconds before each retry. */
  readonly pauses: readonly number[]
  readonly logger: Logger
}

/** Writes what came of an attempt: delivered, to be retried at a later time, or failed. Returns the new state. */
export type Conclude = (
  lease: Lease,
  uri: string,
  outcome: TryOutcome,
  tried: DeliveryTry,
) => Promise<Delivery['state']>

export function deliveryRetry({ storage, now, random, pauses, logger }: RetryParts): Conclude {
  return async ({ delivery, isMine }, uri, outcome, tried) => {
    const tries = delivery.tries + 1
    const verdict = decideDelivery(outcome, tries, random(), readCondition(delivery).kind === 'test' ? [] : pauses)
    // After its lease expired a worker may only record what stays true: that the client has received the notification.
    if (verdict.state !== 'delivered' && !isMine()) return 'leased'
    const { lastStatus: _status, lastError: _error, ...rest } = delivery
    await storage.deliveries.settle(
      {
        ...rest,
        uri,
        state: verdict.state,
        tries,
        dueAt: Math.round(now() + (verdict.state === 'due' ? verdict.afterSeconds * 1000 : 0)),
        lastAt: tried.at,
        lastMs: tried.ms,
        ...lastOf(outcome),
        history: [...(delivery.history ?? []), tried].slice(-HISTORY_MAX),
      },
      LEDGER_MS,
    )
    const fields = {
      client_id: delivery.clientId,
      sid: delivery.sid,
      tries,
      ms: tried.ms,
      ...(outcome.kind === 'answered' ? { status: outcome.status } : { why: outcome.why }),
    }
    if (verdict.state === 'delivered') logger.info(fields, 'logout notification delivered')
    else
      logger.warn(
        fields,
        verdict.state === 'failed' ? 'logout notification failed' : 'logout notification will be retried',
      )
    return verdict.state
  }
}

/** How an attempt ended, as a delivery shows it. */
export function lastOf(outcome: TryOutcome): Pick<Delivery, 'lastStatus' | 'lastError'> {
  return outcome.kind === 'answered' ? { lastStatus: outcome.status } : { lastError: outcome.why }
}
