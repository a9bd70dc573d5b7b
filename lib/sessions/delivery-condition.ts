import type { Delivery } from '../ports/deliveries.ts'
import type { Storage } from '../ports/storage.ts'

/** What must be found true before a held delivery is sent: the session it speaks of has really ended. */
export interface DeliveryCondition {
  /** Generation of the subject under which the session lived. */
  readonly generation: number
}

export function writeCondition(condition: DeliveryCondition): string {
  return JSON.stringify(condition)
}

export async function hasEnded(storage: Pick<Storage, 'subjects'>, delivery: Delivery): Promise<boolean> {
  const { generation } = JSON.parse(delivery.condition) as DeliveryCondition
  const subject = await storage.subjects.read(delivery.subject, delivery.session)
  return subject.sessionEnded || subject.generation !== generation
}
