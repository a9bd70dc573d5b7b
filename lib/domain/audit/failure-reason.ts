import { type AuditEvent, FAILURE_REASONS, type FailureReason } from './events.ts'

/** Undefined for an entry without a reason, such as that of a failed passkey. */
export function failureReasonOf({ event, details }: Pick<AuditEvent, 'event' | 'details'>): FailureReason | undefined {
  const reason = FAILURE_REASONS.find((one) => one === details?.reason)
  return reason ?? (event === 'sign-in.throttled' ? 'throttled' : undefined)
}
