/** The outbox's records of emails, which no other interface returns. */
import type { QueuedEmail, Storage } from '../../lib/index.ts'
import { until } from './until.ts'

/** A node, or the store alone. */
interface Asked {
  readonly portico: { readonly storage: Pick<Storage, 'deliveries'> }
}

/** Emails of a kind to users, newest first. */
export async function queuedEmails({ portico }: Asked, kind = 'recovery'): Promise<readonly QueuedEmail[]> {
  const found = await portico.storage.deliveries.list(undefined, 100)
  return found
    .filter((delivery) => delivery.channel === 'mail')
    .filter((email) => email.kind === kind && email.subject !== '')
}

/** The newest of them, once it meets the condition. */
export async function emailWhen(
  node: Asked,
  isSo: (email: QueuedEmail) => boolean,
  { kind = 'recovery' }: { readonly kind?: string } = {},
): Promise<QueuedEmail> {
  let found: QueuedEmail | undefined
  await until(async () => {
    ;[found] = await queuedEmails(node, kind)
    return found !== undefined && isSo(found)
  }).catch(() => {
    throw new Error(`the newest email of ${kind} did not come so far: ${JSON.stringify(found)}`)
  })
  return found as QueuedEmail
}

/** An attempt was made, and its result is stored. */
export const tried =
  (times: number) =>
  ({ tries, state }: QueuedEmail): boolean =>
    tries >= times && state !== 'leased'

/** All deliveries of the outbox are finished. */
export const allFinished = ({ portico }: Asked): Promise<void> =>
  until(async () =>
    (await portico.storage.deliveries.list(undefined, 100)).every(({ state }) =>
      ['delivered', 'failed', 'dropped'].includes(state),
    ),
  )
