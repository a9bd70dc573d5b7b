import { type ClientAttention, DISMISSED_DAYS } from '../../../policies/attention.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { type Actor, writeAudit } from './account-result.ts'

const COLLECTION = 'overview'
const ID = 'dismissed'

/** `until`: milliseconds since the epoch. */
export interface Dismissal {
  readonly by: string
  readonly until: number
}

type Dismissals = Readonly<Partial<Record<ClientAttention, Dismissal>>>
interface Stored {
  readonly reasons: Dismissals
}

/** Client warnings that administrators have dismissed. They reappear after `DISMISSED_DAYS`. */
export type AttentionDismissals = ReturnType<typeof attentionDismissals>

export function attentionDismissals(documents: DocumentStore, audit: Pick<AuditTrail, 'record'>, now: () => number) {
  const holding = (stored: Stored | undefined): Dismissals =>
    Object.fromEntries(Object.entries(stored?.reasons ?? {}).filter(([, { until }]) => until > now()))
  const change = (reason: ClientAttention, dismissal: Dismissal | undefined): Promise<unknown> =>
    changeDocument<Stored>(documents, COLLECTION, ID, (stored) => {
      const { [reason]: _before, ...others } = holding(stored)
      return { reasons: dismissal === undefined ? others : { ...others, [reason]: dismissal } }
    })
  return {
    read: async (): Promise<Dismissals> => holding(await readDocument<Stored>(documents, COLLECTION, ID)),
    async dismiss(reason: ClientAttention, actor: Actor): Promise<void> {
      await change(reason, { by: actor.name, until: now() + DISMISSED_DAYS * 86_400_000 })
      await writeAudit(audit, actor, { event: 'attention.dismissed', changes: { reason: [null, reason] } })
    },
    async restore(reason: ClientAttention, actor: Actor): Promise<void> {
      await change(reason, undefined)
      await writeAudit(audit, actor, { event: 'attention.restored', changes: { reason: [reason, null] } })
    },
  }
}
