import type { LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { knownSession } from './session-registry.ts'

/** How long a held delivery can wait for its node to release it before it is checked, in milliseconds. */
export const HOLD_MS = 5_000
/** The pause between checks grows with the delivery's age, up to this limit. */
const HOLD_MAX_MS = 3_600_000

/** The reason for a delivery, which is also the condition for sending it if it is held. */
export type DeliveryCondition =
  /** The session must have ended. `generation`: its subject's revocation version when the session was created. */
  | { readonly kind: 'session-end'; readonly generation: number }
  /** The user lost access to the app while these revocation versions applied. The session lives on. */
  | { readonly kind: 'access-end'; readonly clientGeneration: number; readonly generation: number }
  /** An administrator is testing the client's URI; the session does not exist. */
  | { readonly kind: 'test' }

export const writeCondition = (condition: DeliveryCondition): string => writeRecord(condition)

export function readCondition({ condition }: Pick<LogoutNotice, 'condition'>): DeliveryCondition {
  return readRecord<DeliveryCondition>(condition)
}

/** Whether the session was signed out or has expired, or access to the client has ended. */
export async function hasEnded(storage: Storage, delivery: LogoutNotice): Promise<boolean> {
  const condition = readCondition(delivery)
  if (condition.kind === 'test') return true
  const subject = await storage.subjects.read(delivery.subject, delivery.session, delivery.clientId)
  if (condition.kind === 'access-end' && subject.clientGeneration !== condition.clientGeneration) return true
  if (subject.sessionEnded || subject.generation !== condition.generation) return true
  return (await knownSession(storage, delivery.subject, delivery.session)) === undefined
}

/**
 * When to next check a held delivery whose session is still live, perhaps because a node died before ending it. Every
 * session ends eventually, and the client is notified then.
 */
export function nextLook({ createdAt }: LogoutNotice, now: number): number {
  return now + Math.min(HOLD_MAX_MS, Math.max(HOLD_MS, now - createdAt))
}
