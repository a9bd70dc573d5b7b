/** The events of the audit trail and of listeners. */
import { AUDIT_EVENTS, type AuditEventName, isRefusal } from '../../../lib/domain/audit/events.ts'
import { code, list, type Parts } from './parts.ts'

export const EVENTS: Parts = {
  events: () =>
    list(
      Object.entries(AUDIT_EVENTS).map(([name, meaning]) => [
        `${code(name)}${markOf(name as AuditEventName)}`,
        meaning,
      ]),
    ),
}

const markOf = (event: AuditEventName): string => {
  if (event === 'token.refreshed') return ' (counted only)'
  return isRefusal({ event }) ? ' (refusal)' : ''
}
