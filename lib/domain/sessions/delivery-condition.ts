import type { Delivery } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { knownSession } from './session-registry.ts'

/** A held delivery is looked at after this time if the node that put it has not said more. */
export const HOLD_MS = 5_000
/** The pauses between looks grow with its age, up to this. */
const HOLD_MAX_MS = 3_600_000

/** Why a delivery is there, and what must be found true before a held one is sent. */
export type DeliveryCondition =
  /** The session, born under this generation of its subject, has really ended. */
  | { readonly kind: 'session-end'; readonly generation: number }
  /** An administrator tries the client's address; there is no such session. */
  | { readonly kind: 'test' }

export function writeCondition(condition: DeliveryCondition): string {
  return JSON.stringify(condition)
}

export function readCondition({ condition }: Pick<Delivery, 'condition'>): DeliveryCondition {
  return JSON.parse(condition) as DeliveryCondition
}

/** Signed out here, signed out everywhere, or gone because its time was over. */
export async function hasEnded(storage: Storage, delivery: Delivery): Promise<boolean> {
  const condition = readCondition(delivery)
  if (condition.kind === 'test') return true
  const subject = await storage.subjects.read(delivery.subject, delivery.session)
  if (subject.sessionEnded || subject.generation !== condition.generation) return true
  return (await knownSession(storage, delivery.subject, delivery.session)) === undefined
}

/**
 * When to look again at a delivery whose session lives on. Its end was begun and not done, perhaps because a node died;
 * every session ends at last, and the notice that is already there is the one that its client will get.
 */
export function nextLook({ createdAt }: Delivery, now: number): number {
  return now + Math.min(HOLD_MAX_MS, Math.max(HOLD_MS, now - createdAt))
}
