import type { AuditEvent } from './events.ts'

/** Why a sign-in failed. Nothing of what was typed is part of it. */
export const FAILURE_REASONS = [
  'wrong_password',
  'suspended',
  'throttled',
  'password_changed',
  'second_step',
  'unknown_name',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** As the entry says it; undefined for entries from before it was recorded. */
export function failureReasonOf(entry: Pick<AuditEvent, 'event'>): FailureReason | undefined {
  const { details } = entry as { readonly details?: { readonly reason?: unknown } }
  const reason = FAILURE_REASONS.find((one) => one === details?.reason)
  return reason ?? (entry.event === 'sign-in.throttled' ? 'throttled' : undefined)
}
