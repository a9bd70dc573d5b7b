import { deepFreeze } from '../../config/data/plain-data.ts'
import type { SecurityEvent as AnyEvent } from '../../ports/security-events.ts'
import { AUDITED_FIELDS } from '../clients/audited-fields.ts'
import type { AuditEvent, AuditEventName } from './events.ts'

/** An event as listeners in this process hear of it. */
export type SecurityEvent<Name extends AuditEventName = AuditEventName> = AnyEvent<Name>

/** What of an entry is told as it is: no detail, which may hold what was typed. */
const FIELDS = ['actor', 'client', 'user', 'sid', 'address', 'device', 'requestId', 'error', 'ref', 'count'] as const

/** Settings of clients and standing of accounts. What is absent here, names and addresses of people above all, is told without values. */
const VALUES: ReadonlySet<string> = new Set([
  ...AUDITED_FIELDS.filter((field) => field !== 'clientName' && field !== 'ownerEmail'),
  ...['roles', 'permissions', 'email_verified', 'reason'],
])

/** Nothing that a listener does to it reaches another one, or the record that it was made from. */
export function securityEvent(entry: AuditEvent, at: number): SecurityEvent {
  const { event, result, details, changes } = entry
  return deepFreeze({
    event,
    at,
    result,
    ...Object.fromEntries(FIELDS.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]))),
    ...(details === undefined ? {} : { reason: details.reason }),
    ...(changes === undefined ? {} : { changes: toldChanges(changes) }),
  })
}

function toldChanges(changes: NonNullable<AuditEvent['changes']>): NonNullable<SecurityEvent['changes']> {
  const fields = Object.entries(changes).map(([field, values]) => {
    // Hosts name roles and permissions as they like.
    const isTold = VALUES.has(field) && !JSON.stringify(values).includes('@')
    return [field, isTold ? structuredClone(values) : 'changed'] as const
  })
  return Object.fromEntries(fields)
}
