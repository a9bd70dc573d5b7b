import { deepFreeze } from '../../config/data/plain-data.ts'
import type { SecurityEvent as AnyEvent } from '../../ports/security-events.ts'
import { AUDITED_FIELDS } from '../clients/audited-fields.ts'
import type { AuditEvent, AuditEventName } from './events.ts'

/** An event as passed to listeners in this process. */
export type SecurityEvent<Name extends AuditEventName = AuditEventName> = AnyEvent<Name>

/** Fields that are passed on unchanged. `detail` is not among them, because it can contain user input. */
const FIELDS = ['actor', 'client', 'user', 'sid', 'address', 'device', 'requestId', 'error', 'ref', 'count'] as const

/** Client settings and account states whose values are reported. Names and email addresses are never reported. */
const VALUES: ReadonlySet<string> = new Set([
  ...AUDITED_FIELDS.filter((field) => field !== 'clientName' && field !== 'ownerEmail'),
  ...['roles', 'permissions', 'email_verified', 'reason'],
])

/** The event is frozen, so a listener cannot change what other listeners or the audit entry see. */
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
    // Operators choose the names of roles and permissions, so a name can contain an email address.
    const isReported = VALUES.has(field) && !JSON.stringify(values).includes('@')
    return [field, isReported ? structuredClone(values) : 'changed'] as const
  })
  return Object.fromEntries(fields)
}
