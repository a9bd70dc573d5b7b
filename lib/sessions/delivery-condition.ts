import type { Delivery } from '../ports/deliveries.ts'
import type { Storage } from '../ports/storage.ts'

/** A held delivery is looked at after this time if the node that put it has not said more. */
export const HOLD_MS = 5_000

/** Why a delivery is there, and what must be found true before a held one is sent. */
export type DeliveryCondition =
  /** The session, born under this generation, has really ended; at the latest it is over at this time (milliseconds). */
  | { readonly kind: 'session-end'; readonly generation: number; readonly overAt: number }
  /** An administrator tries the client's address; there is no such session. */
  | { readonly kind: 'test' }

export function writeCondition(condition: DeliveryCondition): string {
  return JSON.stringify(condition)
}

export function readCondition({ condition }: Pick<Delivery, 'condition'>): DeliveryCondition {
  return JSON.parse(condition) as DeliveryCondition
}

export async function hasEnded(storage: Pick<Storage, 'subjects'>, delivery: Delivery, now: number): Promise<boolean> {
  const condition = readCondition(delivery)
  if (condition.kind === 'test' || now >= condition.overAt) return true
  const subject = await storage.subjects.read(delivery.subject, delivery.session)
  return subject.sessionEnded || subject.generation !== condition.generation
}
