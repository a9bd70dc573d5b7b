import { decideDelivery, type TryOutcome } from '../../../policies/delivery-retry.ts'
import type { Delivery, DeliveryTry } from '../../ports/deliveries.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { type Client, readClient } from '../clients/client-record.ts'
import type { SendNotification } from './backchannel.ts'
import { hasEnded, nextLook, readCondition } from './delivery-condition.ts'
import { fairness } from './delivery-fairness.ts'

/** How long a finished delivery stays in the ledger. */
export const LEDGER_MS = 30 * 86_400_000
/** Attempts that an entry of the ledger lists. */
const HISTORY_MAX = 20
/** How long a delivery waits when too many others to its client are in flight, in milliseconds. */
const POSTPONE_MS = 5_000

/** A delivery that a worker holds. */
export interface Lease {
  readonly delivery: Delivery
  /** Whether the worker still holds it. */
  isMine(): boolean
}

/** Makes one attempt; returns the state of the delivery, or undefined when there was nothing to do yet. */
export type Attempt = (lease: Lease) => Promise<Delivery['state'] | undefined>

export interface AttemptParts {
  readonly storage: Storage
  readonly send: SendNotification
  readonly now: () => number
  readonly random: () => number
  readonly pauses: readonly number[]
  readonly logger: Logger
}

export function deliveryAttempt({ storage, send, now, random, pauses, logger }: AttemptParts): Attempt {
  const limiter = fairness(now)

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

  const conclude = async (
    { delivery, isMine }: Lease,
    uri: string,
    outcome: TryOutcome,
    tried: DeliveryTry,
  ): Promise<Delivery['state']> => {
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

function lastOf(outcome: TryOutcome): Pick<Delivery, 'lastStatus' | 'lastError'> {
  return outcome.kind === 'answered' ? { lastStatus: outcome.status } : { lastError: outcome.why }
}
