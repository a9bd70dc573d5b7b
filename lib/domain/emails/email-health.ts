/** Whether the mail server accepts emails, from the attempts that all nodes have recorded in the outbox. */
import { emailAttention } from '../../../policies/attention.ts'
import type { DeliveryStore, QueuedEmail } from '../../ports/deliveries.ts'
import { listDeliveries } from '../outbox/delivery-pages.ts'

/** Maximum number of unfinished deliveries to read. */
const UNFINISHED_MAX = 1_000
/** Number of sent emails to read, newest first. The one sent last need not be the one created last. */
const SENT_MAX = 20

/** No email has been accepted since the first of these failed attempts. Times are in milliseconds since the epoch. */
export interface EmailOutage {
  readonly since: number
  /** The mail server's response to the last attempt. */
  readonly answer: string
  /** Number of unsent emails. */
  readonly waiting: number
}

type Reads = Pick<DeliveryStore, 'list' | 'unfinished'>

/** When the mail server last accepted an email, in milliseconds since the epoch; undefined if it has not yet. */
export async function lastSentAt(deliveries: Reads): Promise<number | undefined> {
  const { entries } = await listDeliveries(deliveries, { limit: SENT_MAX }, ({ channel, state, lastAt }) =>
    channel === 'mail' && state === 'delivered' ? lastAt : undefined,
  )
  return entries.length === 0 ? undefined : Math.max(...entries)
}

/** Undefined if emails are sent, or if none waits. */
export async function emailOutage(deliveries: Reads): Promise<EmailOutage | undefined> {
  const unsent = (await deliveries.unfinished(UNFINISHED_MAX)).filter(
    (one): one is QueuedEmail => one.channel === 'mail',
  )
  if (unsent.every(({ tries }) => tries === 0)) return undefined
  const sentAt = (await lastSentAt(deliveries)) ?? 0
  const failures = unsent
    .flatMap(({ subject, history = [] }) => history.map((one) => ({ ...one, subject })))
    .filter(({ at }) => at > sentAt)
    .toSorted((a, b) => a.at - b.at)
  const last = failures.at(-1)
  if (last === undefined) return undefined
  const { answer = '' } = last
  const recipients = new Set(failures.map(({ subject }) => subject)).size
  return emailAttention({ failures: failures.length, recipients, answer }) === undefined
    ? undefined
    : { since: failures[0]?.at ?? last.at, answer, waiting: unsent.length }
}
