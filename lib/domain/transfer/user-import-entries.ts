import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import { type Actor, writeAudit } from '../management/account-result.ts'
import { userImportStore } from './user-import-store.ts'

/** How much the clocks of nodes can differ, in milliseconds. */
const SKEW_MS = 60_000

interface Parts {
  readonly records: EphemeralStore
  readonly audit: Pick<AuditTrail, 'record' | 'all'>
}

/** Writes entries about users. A process can end between creating an account and its entry, so a later step looks. */
export function userImportEntries({ audit, records }: Parts, actor: Actor, begunAt: number) {
  const store = userImportStore(records, actor.name)
  const keyOf = ({ event, user }: Pick<AuditEvent, 'event' | 'user'>): string => `${event} ${user}`
  const written = async (): Promise<ReadonlySet<string>> => {
    const keys = new Set<string>()
    for await (const entry of audit.all({ group: 'account', since: begunAt - SKEW_MS })) keys.add(keyOf(entry))
    return keys
  }
  const taken = new Set<string>()
  let before: Promise<ReadonlySet<string>> | undefined
  return {
    async note(entry: Parameters<typeof writeAudit>[2], outcome: 'created' | 'unchanged'): Promise<void> {
      const key = keyOf(entry)
      if (outcome === 'unchanged' && (await (before ??= written())).has(key)) return
      if ((await store.writeEntry(key, () => writeAudit(audit, actor, entry))) === 'taken') taken.add(key)
    },
    /** Whether another step has to write an entry, and has not done so yet. */
    async isMissing(): Promise<boolean> {
      if (taken.size === 0) return false
      const now = await written()
      return [...taken].some((key) => !now.has(key))
    },
  }
}
