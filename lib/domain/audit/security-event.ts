import { deepFreeze } from '../../config/data/plain-data.ts'
import type { SecurityEvent as AnyEvent } from '../../ports/security-events.ts'
import { AUDITED_FIELDS } from '../clients/audited-fields.ts'
import type { AuditEvent, AuditEventName } from './events.ts'

/** An event as listeners in this process receive it. */
export type SecurityEvent<Name extends AuditEventName = AuditEventName> = AnyEvent<Name>

/** Fields that are passed on unchanged. `detail` is not among them: it can contain typed text. */
const FIELDS = ['actor', 'client', 'user', 'sid', 'address', 'device', 'requestId', 'error', 'ref', 'count'] as const

/** Client settings and account states. Other fields, above all names and email addresses, have no values. */
const VALUES: ReadonlySet<string> = new Set([
  ...AUDITED_FIELDS.filter((field) => field !== 'clientName' && field !== 'ownerEmail'),
  ...['roles', 'permissions', 'email_verified', 'reason'],
])

/** Frozen, so that a listener's changes reach neither other listeners nor the audit entry. */
export function securityEvent(entry: AuditEvent, at: number): SecurityEvent {
  const { event, result, details, changes } = entry
  return deepFreeze({
    event,
    at,
    result,
    ...Object.fromEntries(FIELDS.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]))),
    ...(details === undefined ? {} : { reason: details.reason }),
    ...(changes === undefined ? {} : { changes: reportedChanges(changes) }),
  })
}

function reportedChanges(changes: NonNullable<AuditEvent['changes']>): NonNullable<SecurityEvent['changes']> {
  const fields = Object.entries(changes).map(([field, values]) => {
    // Hosts name roles and permissions freely, so a name can contain an email address.
    const isReported = VALUES.has(field) && !JSON.stringify(values).includes('@')
    return [field, isReported ? structuredClone(values) : 'changed'] as const
  })
  return Object.fromEntries(fields)
}
