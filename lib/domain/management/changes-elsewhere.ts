import type { AccountChanged } from '../accounts/account-record.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { accountChanges } from './account-changes.ts'

/** Records account changes by an external provider or a directory service in the audit trail. */
export const changesElsewhere =
  (audit: Pick<AuditTrail, 'note'>): AccountChanged =>
  (before, after) => {
    const changes = accountChanges(before, after)
    if (Object.keys(changes).length === 0) return
    const event =
      before === undefined ? 'account.created' : 'roles' in changes ? 'account.roles-changed' : 'account.changed'
    audit.note({ event, result: 'ok', user: after.sub, changes })
  }
