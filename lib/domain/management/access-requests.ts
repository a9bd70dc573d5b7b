/** Users' requests for access to an app, which an administrator grants or declines in the panel. */
import { randomBytes } from 'node:crypto'
import { openRoles } from '../../../policies/app-access.ts'
import { BUDGETS } from '../../../policies/budgets.ts'
import type { Storage } from '../../ports/storage.ts'
import { displayName } from '../accounts/display-name.ts'
import type { User } from '../accounts/user.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { Client } from '../clients/client-record.ts'
import { changeDocument, readDocumentList } from '../documents.ts'
import type { EmailOutbox } from '../emails/email-outbox.ts'
import { digestOf } from '../keys/digest.ts'
import { exceededBy } from '../limits/attempts.ts'
import { type Actor, writeAudit } from './account-result.ts'

export interface AccessRequest {
  readonly id: string
  readonly sub: string
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export const REASON_MAX_LENGTH = 500
export const ACCESS_REQUESTS = 'access-requests'
/** A request that has no response after this time is dropped, in milliseconds. */
const KEEP_MS = 30 * 86_400_000
/** Maximum number of pending requests for one app. */
const PENDING_MAX = 50

export type AccessRequests = ReturnType<typeof accessRequests>

interface Parts {
  readonly storage: Pick<Storage, 'documents' | 'rates'>
  readonly outbox: Pick<EmailOutbox, 'queue'>
  readonly audit: Pick<AuditTrail, 'record'>
  readonly now: () => number
}

export function accessRequests({ storage: { documents, rates }, outbox, audit, now }: Parts) {
  const isPending = ({ at }: AccessRequest): boolean => at > now() - KEEP_MS
  const list = async (clientId: string): Promise<readonly AccessRequest[]> =>
    (await readDocumentList<AccessRequest>(documents, ACCESS_REQUESTS, clientId)).filter(isPending)
  const { accessRequests: ofUser, accessRequestsToApp: ofApp } = BUDGETS.emails
  return {
    list,
    /** Whether the user can ask: the app has an owner to notify, and roles that open it. */
    mayAsk: ({ access, ownerEmail }: Client): boolean =>
      ownerEmail !== '' && (openRoles(access, now()) ?? []).length > 0,
    /** Stores the request in place of an earlier one of the user, and emails the app's owner. */
    async ask({ clientId, clientName, ownerEmail }: Client, user: User, reason: string, actor: Actor) {
      const { sub } = user
      for (const [budget, id] of [
        [ofUser, `${digestOf(sub, 12)} ${clientId}`],
        [ofApp, clientId],
      ] as const)
        if ((await exceededBy(rates, budget, id)) !== undefined) return 'too-many'
      const id = randomBytes(16).toString('base64url')
      const { after } = await changeDocument<{ readonly list: readonly AccessRequest[] }>(
        documents,
        ACCESS_REQUESTS,
        clientId,
        ({ list: before } = { list: [] }) => {
          const others = before.filter((one) => one.sub !== sub && isPending(one))
          return others.length < PENDING_MAX ? { list: [...others, { id, sub, reason, at: now() }] } : 'keep'
        },
      )
      if (after?.list.at(-1)?.id !== id) return 'too-many'
      await writeAudit(audit, actor, { event: 'account.access-requested', user: sub, client: clientId })
      const about = { to: ownerEmail, client: clientId, request: id, app: clientName, name: displayName(user), reason }
      await outbox.queue({ kind: 'access-request', subject: sub, about })
      return 'asked'
    },
    /** Ends a request. Of two administrators, one gets it. @param until the last day of the granted access */
    async end({ clientId, clientName }: Client, id: string, actor: Actor, until?: string): Promise<'ended' | 'gone'> {
      const { before, after } = await changeDocument<{ readonly list: readonly AccessRequest[] }>(
        documents,
        ACCESS_REQUESTS,
        clientId,
        (found) =>
          found?.list.some((one) => one.id === id) ? { list: found.list.filter((one) => one.id !== id) } : 'keep',
      )
      const request = before?.list.find((one) => one.id === id)
      if (request === undefined || before === after) return 'gone'
      const event = until === undefined ? 'account.access-declined' : 'account.access-granted'
      const changes = until === undefined ? {} : { until: [undefined, until] as const }
      await writeAudit(audit, actor, { event, user: request.sub, client: clientId, changes })
      const about = { app: clientName, day: until ?? '' }
      if (until !== undefined) await outbox.queue({ kind: 'access-granted', subject: request.sub, about })
      return 'ended'
    },
  }
}
