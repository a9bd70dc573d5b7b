import { backchannelSender } from '../domain/sessions/backchannel.ts'
import { deliveryLedger } from '../domain/sessions/delivery-ledger.ts'
import { deliveryWorker } from '../domain/sessions/delivery-worker.ts'
import { frontchannelTickets } from '../domain/sessions/frontchannel.ts'
import type { Domain } from './domain.ts'
import type { Settled } from './settle.ts'
import type { Signing } from './signing.ts'

/** What clients hear of the end of a session. */
export type Notices = ReturnType<typeof composeNotices>

export function composeNotices(
  { configuration, storage, now, logger }: Settled,
  { keys }: Signing,
  { egress }: Domain,
) {
  const { baseUrl, logout } = configuration
  const send = backchannelSender({
    issuer: baseUrl,
    keys,
    egress,
    timeoutMs: logout.deliveryTimeoutSeconds * 1000,
    seconds: () => Math.floor(now() / 1000),
  })
  const worker = deliveryWorker({ storage, now, random: Math.random, pauses: logout.retryAfterSeconds, logger, send })
  return { worker, deliveries: deliveryLedger(storage, worker, now), tickets: frontchannelTickets(storage.records) }
}
