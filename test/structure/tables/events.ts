/** The events of the audit trail and of listeners. */
import { AUDIT_EVENTS, type AuditEventName, isRefusal } from '../../../lib/domain/audit/events.ts'
import { code, type Parts, table } from './parts.ts'

export const EVENTS: Parts = {
  events: () =>
    table(
      ['event', 'meaning'],
      Object.entries(AUDIT_EVENTS).map(([name, meaning]) => [
        code(name),
        `${meaning}${markOf(name as AuditEventName)}`,
      ]),
    ),
}

const markOf = (event: AuditEventName): string => {
  if (event === 'token.refreshed') return ' (counted only)'
  return isRefusal({ event }) ? ' (refusal)' : ''
}
