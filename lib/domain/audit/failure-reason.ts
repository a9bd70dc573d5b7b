import { type AuditEvent, FAILURE_REASONS, type FailureReason } from './events.ts'

/** Undefined if the entry has no reason, for example after a failed passkey sign-in. */
export function failureReasonOf({ event, details }: Pick<AuditEvent, 'event' | 'details'>): FailureReason | undefined {
  const reason = FAILURE_REASONS.find((one) => one === details?.reason)
  return reason ?? (event === 'sign-in.throttled' ? 'throttled' : undefined)
}
