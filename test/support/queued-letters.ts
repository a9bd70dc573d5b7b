/** The outbox's records of emails, which no other interface returns. */
import type { QueuedLetter, Storage } from '../../lib/index.ts'
import { until } from './until.ts'

/** A node, or the store alone. */
interface Asked {
  readonly portico: { readonly storage: Pick<Storage, 'deliveries'> }
}

/** Emails of a kind to users, newest first. */
export async function queuedLetters({ portico }: Asked, kind = 'recovery'): Promise<readonly QueuedLetter[]> {
  const found = await portico.storage.deliveries.list(undefined, 100)
  return found
    .filter((delivery) => delivery.channel === 'mail')
    .filter((letter) => letter.kind === kind && letter.subject !== '')
}

/** The newest of them, once it meets the condition. */
export async function letterWhen(
  node: Asked,
  isSo: (letter: QueuedLetter) => boolean,
  { kind = 'recovery' }: { readonly kind?: string } = {},
): Promise<QueuedLetter> {
  let found: QueuedLetter | undefined
  await until(async () => {
    ;[found] = await queuedLetters(node, kind)
    return found !== undefined && isSo(found)
  }).catch(() => {
    throw new Error(`the newest letter of ${kind} did not come so far: ${JSON.stringify(found)}`)
  })
  return found as QueuedLetter
}

/** An attempt was made, and its result is stored. */
export const tried =
  (times: number) =>
  ({ tries, state }: QueuedLetter): boolean =>
    tries >= times && state !== 'leased'

/** All deliveries of the outbox are finished. */
export const allFinished = ({ portico }: Asked): Promise<void> =>
  until(async () =>
    (await portico.storage.deliveries.list(undefined, 100)).every(({ state }) =>
      ['delivered', 'failed', 'dropped'].includes(state),
    ),
  )
