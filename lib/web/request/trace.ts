import { recordedText } from '../../../policies/foreign-text.ts'
import type { TraceStep } from '../../domain/audit/explanations.ts'

/** What one request checked and found. */
export interface Trace {
  readonly steps: TraceStep[]
  /** Fields that the panel shows separately: two URIs to compare, an expiry. */
  readonly facts: Record<string, string | number | boolean>
}

export function newTrace(): Trace {
  return { steps: [], facts: {} }
}

/** Records a step of the decision. */
export function note(trace: Trace, step: string, found: string): void {
  trace.steps.push({ step, found: recordedText(found) })
}
