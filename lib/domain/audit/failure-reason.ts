import { type AuditEvent, FAILURE_REASONS, type FailureReason } from './events.ts'

/** As the entry says it; undefined for entries from before it was recorded. */
export function failureReasonOf({ event, details }: Pick<AuditEvent, 'event' | 'details'>): FailureReason | undefined {
  const reason = FAILURE_REASONS.find((one) => one === details?.reason)
  return reason ?? (event === 'sign-in.throttled' ? 'throttled' : undefined)
}
