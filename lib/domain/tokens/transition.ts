import type { Storage } from '../../ports/storage.ts'
import type { SubjectState } from '../../ports/subjects.ts'

interface Transition {
  readonly id: string
  readonly expected: string
  readonly next: string
  readonly ttlMs: number
  /** What the record had to live before, at most; it gets that back when the step is taken back. */
  readonly priorTtlMs: number
  readonly subject: string
  readonly session: string
  readonly client: string
}

/**
 * Puts a family's next record in place and reads its subject's marks, in one round trip. The marks are read no earlier
 * than the step, so a revocation that was answered before this request began is always seen.
 *
 * When the step was done but the marks cannot be read, the step is taken back: a caller who gets 503 keeps the code or
 * token (T7).
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
