import { decideDelivery, type TryOutcome } from '../../../policies/delivery-retry.ts'
import { defined } from '../../config/data/defined.ts'
import type { Delivery, LogoutNotice } from '../../ports/deliveries.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { type Client, readClient } from '../clients/client-record.ts'
import {
  type Attempt,
  type AttemptParts,
  conclude,
  dropDelivery,
  LEDGER_MS,
  type Lease,
  sendInTurn,
} from '../outbox/delivery-attempt.ts'
import type { SendNotification } from './backchannel.ts'
import { hasEnded, nextLook, readCondition } from './session-ended.ts'

export interface NoticeParts extends Omit<AttemptParts, 'deliveries'> {
  readonly storage: Storage
  readonly send: SendNotification
  /** Number of seconds to wait before each retry. */
  readonly pauses: readonly number[]
  readonly logger: Logger
}

/** Makes one attempt to deliver a logout notice (D-S8). */
export function noticeAttempt(parts: NoticeParts): Attempt<LogoutNotice> {
  const { storage, send, now } = parts
  const { deliveries } = storage
  const keepHeld = async (delivery: LogoutNotice): Promise<undefined> => {
    await storage.deliveries.complete({ ...delivery, dueAt: nextLook(delivery, now()) }, LEDGER_MS)
    // The session may have ended between the check and this write, so check again.
    if (await hasEnded(storage, delivery)) await storage.deliveries.release([delivery.id], now())
    return undefined
  }

  return async (lease) => {
    const { delivery } = lease
    // The notice is still held because a node died before releasing it; the store shows whether the session has ended.
    if (delivery.state === 'held' && !(await hasEnded(storage, delivery))) return keepHeld(delivery)
    const target = targetOf(await storage.clients.find(delivery.clientId))
    if (typeof target === 'string') return dropDelivery({ deliveries, now }, delivery, target)
    const sent = await sendInTurn(
      { ...parts, deliveries },
      delivery,
      delivery.clientId,
      () => send({ ...delivery, uri: target.uri }, target.environment),
      ({ kind }) => kind === 'answered',
    )
    return sent === 'due' ? sent : concludeNotice(parts, lease, { uri: target.uri, ...sent })
  }
}

/** Records the outcome of an attempt (delivered, to be retried, or failed) and returns the new state. */
export async function concludeNotice(
  { storage, now, random, pauses, logger }: Omit<NoticeParts, 'send' | 'limiter'>,
  { delivery, isMine }: Lease<LogoutNotice>,
  parts: { readonly uri: string; readonly outcome: TryOutcome; readonly at: number; readonly ms: number },
): Promise<Delivery['state']> {
  const { uri, outcome, at, ms } = parts
  const tries = delivery.tries + 1
  const status = outcome.kind === 'answered' ? outcome.status : undefined
  const verdict = decideDelivery(outcome, tries, random(), readCondition(delivery).kind === 'test' ? [] : pauses)
  const state = await conclude(
    { deliveries: storage.deliveries, now },
    { delivery: { ...delivery, uri }, isMine },
    verdict,
    { at, ms, ...defined({ status, error: outcome.why }) },
  )
  if (state === 'leased') return state
  const fields = {
    client_id: delivery.clientId,
    sid: delivery.sid,
    tries,
    ms,
    ...defined({ status, why: outcome.why }),
  }
  if (state === 'delivered') logger.info({ code: 'logout-delivered', ...fields }, 'logout notification delivered')
  else if (state === 'failed') logger.warn({ code: 'logout-failed', ...fields }, 'logout notification failed')
  else logger.warn({ code: 'logout-retry', ...fields }, 'logout notification will be retried')
  return state
}

/** The client's current URI, which may have been corrected since the first attempt, or why there is none. */
function targetOf(
  record: string | undefined,
): { readonly uri: string; readonly environment: Client['environment'] } | string {
  if (record === undefined) return 'the client was removed'
  const { status, backchannelLogoutUri: uri, environment } = readClient(record)
  if (status !== 'active') return 'the client is disabled'
  return uri === undefined ? 'the client has no back-channel address any more' : { uri, environment }
}
