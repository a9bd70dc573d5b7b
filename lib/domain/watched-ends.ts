/** End dates by time, so that a job finds those that have passed. An entry that no longer applies is harmless. */
import { endIn } from '../../policies/end-dates.ts'
import type { DocumentStore } from '../ports/documents.ts'
import { writeRecord } from './stored-record.ts'

export const ENDS = 'ends'

/** Whose end date has passed, and how far the job has come. */
export interface WatchedEnd {
  readonly kind: 'account' | 'client'
  readonly id: string
  /** A node works on it until then, in milliseconds since the epoch. */
  readonly lease?: number
  /** Audit entries to write, once everything has ended. */
  readonly audit?: readonly object[]
}

const TIME_DIGITS = 15

/** IDs begin with a time, so the earliest come first. @param at milliseconds since the epoch */
export const timedId = (at: number, rest: string): string => `${String(at).padStart(TIME_DIGITS, '0')} ${rest}`
export const timeOf = (id: string): number => Number(id.slice(0, TIME_DIGITS))

/** Call before the end dates are written, so that a crash cannot lose one. @param known end dates that are watched */
export async function watchEnds(
  documents: DocumentStore,
  of: Pick<WatchedEnd, 'kind' | 'id'>,
  ends: readonly (string | undefined)[],
  known: readonly (string | undefined)[] = [],
): Promise<void> {
  for (const end of new Set(ends)) {
    const at = end === undefined || known.includes(end) ? undefined : endIn(end)
    if (at !== undefined) await documents.replace(ENDS, timedId(at, `${of.kind} ${of.id}`), undefined, writeRecord(of))
  }
}
