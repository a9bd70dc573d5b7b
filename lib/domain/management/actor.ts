import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'

/** Who administers the service, and from where. */
export interface Actor {
  /** A subject, or the command line. */
  readonly name: string
  readonly address?: string
  readonly requestId?: string
}

/** The operation in the audit trail. Its answer waits for the entry: what nobody can find later is not acknowledged. */
export async function writeAudit(
  audit: Pick<AuditTrail, 'record'>,
  { name, address, requestId }: Actor,
  { changes = {}, ...event }: Pick<AuditEvent, 'event' | 'client' | 'user' | 'sid' | 'changes'>,
): Promise<void> {
  await audit.record({
    ...event,
    result: 'ok',
    actor: name,
    ...(address === undefined ? {} : { address }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
  })
}
