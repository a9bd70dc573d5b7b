import type { LogoutNotice } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { knownSession } from './session-registry.ts'

/** A held delivery is checked after this time if its node has not released it. */
export const HOLD_MS = 5_000
/** The pauses between checks grow with its age, up to this. */
const HOLD_MAX_MS = 3_600_000

/** The reason for a delivery, and the condition for sending a held one. */
export type DeliveryCondition =
  /** The session, created under this revocation version of its subject, must have ended. */
  | { readonly kind: 'session-end'; readonly generation: number }
  /** The user has lost the app under this revocation version; the session lives on. */
  | { readonly kind: 'access-end'; readonly clientGeneration: number; readonly generation: number }
  /** An administrator tests the client's URI; the session does not exist. */
  | { readonly kind: 'test' }

export const writeCondition = (condition: DeliveryCondition): string => writeRecord(condition)

export function readCondition({ condition }: Pick<LogoutNotice, 'condition'>): DeliveryCondition {
  return readRecord<DeliveryCondition>(condition)
}

/** Whether the session has been signed out or has expired, or the access to the client has ended. */
export async function hasEnded(storage: Storage, delivery: LogoutNotice): Promise<boolean> {
  const condition = readCondition(delivery)
  if (condition.kind === 'test') return true
  const subject = await storage.subjects.read(delivery.subject, delivery.session, delivery.clientId)
  if (condition.kind === 'access-end' && subject.clientGeneration !== condition.clientGeneration) return true
  if (subject.sessionEnded || subject.generation !== condition.generation) return true
  return (await knownSession(storage, delivery.subject, delivery.session)) === undefined
}

/**
 * When to check a delivery of a live session again. Its end was not completed, perhaps because a node died. Every
 * session ends eventually, and the client gets this notification then.
 */
export function nextLook({ createdAt }: LogoutNotice, now: number): number {
  return now + Math.min(HOLD_MAX_MS, Math.max(HOLD_MS, now - createdAt))
}
