import type { Storage } from '../../ports/storage.ts'
import type { SubjectState } from '../../ports/subjects.ts'

export interface Transition {
  readonly id: string
  readonly expected: string
  readonly next: string
  readonly ttlMs: number
  /** Upper bound on the record's remaining lifetime before the change; a rollback restores this lifetime. */
  readonly priorTtlMs: number
  readonly subject: string
  readonly session: string
  readonly client: string
}

/**
 * Replaces a family's record and reads its subject's state in one round trip. The state is never read before
 * the record is replaced, so a revocation completed before this request is always seen. If the state cannot be read,
 * the replacement is rolled back, so the code or token is still usable after the 503 (D-T7).
 */
export async function replaceAndLook(
  storage: Pick<Storage, 'families' | 'subjects'>,
  step: Transition,
): Promise<{ readonly outcome: 'replaced' | 'changed' | 'missing'; readonly subject: SubjectState }> {
  const [replaced, subject] = await Promise.allSettled([
    storage.families.replace(step.id, step.expected, step.next, step.ttlMs),
    storage.subjects.read(step.subject, step.session, step.client),
  ])
  if (replaced.status === 'rejected') throw replaced.reason
  if (subject.status === 'fulfilled') return { outcome: replaced.value, subject: subject.value }
  if (replaced.value === 'replaced') await storage.families.takeBack(step.id, step.expected, step.next, step.priorTtlMs)
  throw subject.reason
}
