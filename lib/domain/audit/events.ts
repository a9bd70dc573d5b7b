import type { SecurityEvent } from '../../ports/security-events.ts'
import events from './events.json' with { type: 'json' }

/**
 * Events in the audit trail, named `group.what`; the panel filters by group. `token.refreshed` is not stored in the
 * trail, but counted in the statistics and sent to listeners.
 */
export const AUDIT_EVENTS = events

/** Name of a security event, such as `sign-in.failed`. */
export type AuditEventName = keyof typeof AUDIT_EVENTS

/** Events that unauthenticated clients can cause. Stored apart from the trail, with their own budget (D-A7). */
const REFUSALS: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  'sign-in.failed',
  'sign-in.throttled',
  'consent.declined',
  'request.refused',
])

export const isRefusal = ({ event }: Pick<AuditEvent, 'event'>): boolean => REFUSALS.has(event)

export const isFailedSignIn = (event: AuditEventName | undefined): boolean =>
  event === 'sign-in.failed' || event === 'sign-in.throttled'

/** Why a sign-in failed. Never contains user input. */
export const FAILURE_REASONS = [
  'wrong_password',
  'suspended',
  'ended',
  'throttled',
  'password_changed',
  'second_step',
  'unknown_name',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** An entry in the audit trail. It never contains a secret, a code, a token, or a password. */
export interface AuditEvent extends Omit<SecurityEvent<AuditEventName>, 'at' | 'reason' | 'changes'> {
  readonly detail?: string
  readonly details?: { readonly reason: FailureReason }
  /** The time of the last refusal, if the entry represents several refusals. */
  readonly lastAt?: number
  /** Values before and after an administrative operation. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}
