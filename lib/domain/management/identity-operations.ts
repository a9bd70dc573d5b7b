import { type Account, hasIdentity } from '../accounts/account-record.ts'
import type { Identities, NamedConnector } from '../accounts/identities.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import type { UserNotices } from '../emails/user-notices.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import { type AccountResult, type Actor, writeAudit } from './account-result.ts'

/** Links and unlinks identities for administrators and users. Each change is audited, and the user gets an email. */
export type IdentityOperations = ReturnType<typeof identityOperations>

export interface IdentityOperationParts {
  readonly identities: Pick<Identities, 'link' | 'unlink' | 'mayUnlink'>
  readonly account: (sub: string) => Promise<Account | undefined>
  readonly audit: Pick<AuditTrail, 'record'>
  readonly ending: Pick<SessionEnding, 'endEverything'>
  /** Undefined if Portico sends no emails. */
  readonly notices: UserNotices | undefined
}

export function identityOperations(
  { identities, account: find, audit, ending, notices }: IdentityOperationParts,
  actor: Actor,
) {
  const record = (event: AuditEvent['event'], before: Account, after: Account): Promise<void> =>
    writeAudit(audit, actor, {
      event,
      user: after.sub,
      changes: { identities: [listOf(before), listOf(after)] },
    })
  return {
    async link(
      sub: string,
      { id, name, issuer }: NamedConnector & { readonly issuer: string },
      subject: string,
    ): Promise<AccountResult> {
      const before = await find(sub)
      if (before === undefined) return { outcome: 'missing' }
      const wasLinked = hasIdentity(before, { issuer, subject })
      const outcome = await identities.link({ issuer, subject }, id, sub)
      const account = await find(sub)
      if (account === undefined || outcome === 'missing') return { outcome: 'missing' }
      if (outcome === 'taken') return { outcome: 'identity-taken' }
      if (wasLinked) return { outcome: 'unchanged', account }
      await record('account.identity-linked', before, account)
      await notices?.notify('identity-linked', sub, { name })
      return { outcome: 'done', account }
    },
    /**
     * Unlinks a connector's identities unless they are the only way to sign in. Administrators also end all sessions.
     */
    async unlink(sub: string, { id, name }: NamedConnector): Promise<AccountResult> {
      const before = await find(sub)
      if (before === undefined) return { outcome: 'missing' }
      const endsAll = actor.name !== sub
      // End sessions before the write too, because a retry after an interruption would find nothing to unlink.
      if (endsAll && (await identities.mayUnlink(sub, id)) === 'unlinked') await ending.endEverything(sub)
      const outcome = await identities.unlink(sub, id)
      const account = await find(sub)
      if (account === undefined) return { outcome: 'missing' }
      if (outcome === 'last-way') return { outcome: 'last-way-in' }
      if (outcome === 'missing') return { outcome: 'identity-missing' }
      if (endsAll) await ending.endEverything(sub)
      await record('account.identity-unlinked', before, account)
      await notices?.notify('identity-unlinked', sub, { name })
      return { outcome: 'done', account }
    },
  }
}

const listOf = ({ identities = [] }: Account): readonly string[] =>
  identities.map(({ connector, subject }) => `${connector}: ${subject}`)
