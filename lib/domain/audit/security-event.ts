import type { SecurityEvent as AnyEvent } from '../../ports/security-events.ts'
import type { AuditEvent, AuditEventName } from './events.ts'

/** An event as listeners in this process hear of it. */
export type SecurityEvent<Name extends AuditEventName = AuditEventName> = AnyEvent<Name>

/** Settings of clients and standing of accounts. What is absent here, names and addresses of people above all, is told without values. */
const TOLD: ReadonlySet<string> = new Set([
  'type',
  'environment',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'frontchannelLogoutUri',
  'scopes',
  'access',
  'gate',
  'backend',
  'consent',
  'idTokenClaims',
  'listed',
  'status',
  'secretCreatedAt',
  'roles',
  'permissions',
  'email_verified',
  'reason',
])

/** The entry without what only its readers in the panel may see: details, names, mail addresses. */
export function securityEvent(
  { details, detail: _, lastAt: __, changes, ...told }: AuditEvent,
  at: number,
): SecurityEvent {
  return Object.freeze({
    ...told,
    at,
    ...(details === undefined ? {} : { reason: details.reason }),
    ...(changes === undefined ? {} : { changes: toldChanges(changes) }),
  })
}

function toldChanges(changes: NonNullable<AuditEvent['changes']>): NonNullable<SecurityEvent['changes']> {
  const fields = Object.entries(changes).map(([field, values]) => {
    // Hosts name roles and permissions as they like.
    const isTold = TOLD.has(field) && !JSON.stringify(values).includes('@')
    return [field, isTold ? values : 'changed'] as const
  })
  return Object.freeze(Object.fromEntries(fields))
}
