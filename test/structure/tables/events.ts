/** The events of the audit trail and of listeners. */
import { AUDIT_EVENTS, type AuditEventName, isRefusal } from '../../../lib/domain/audit/events.ts'
import { code, type Parts, table } from './parts.ts'

export const EVENTS: Parts = {
  events: () =>
    table(
      ['event', 'what happened', 'kept'],
      Object.entries(AUDIT_EVENTS).map(([name, meaning]) => [code(name), meaning, keptOf(name as AuditEventName)]),
    ),
}

const keptOf = (event: AuditEventName): string => {
  if (event === 'token.refreshed') return 'counted'
  return isRefusal({ event }) ? 'budget of refusals' : 'audit log'
}
