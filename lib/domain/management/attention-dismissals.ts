import { randomBytes } from 'node:crypto'
import { type ClientAttention, DISMISSED_DAYS } from '../../../policies/attention.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { type Actor, writeAudit } from './actor.ts'

const COLLECTION = 'overview'
const ID = 'dismissed'

/** Who put a reason aside, and until when, in milliseconds since the epoch. */
export interface Dismissal {
  readonly by: string
  readonly until: number
}

type Dismissals = Readonly<Partial<Record<ClientAttention, Dismissal>>>

/** What administrators have put aside of what needs attention: it comes back by itself. */
export interface AttentionDismissals {
  /** Those that hold now. */
  read(): Promise<Dismissals>
  dismiss(reason: ClientAttention, actor: Actor): Promise<void>
  /** Shows it again. */
  restore(reason: ClientAttention, actor: Actor): Promise<void>
}

export function attentionDismissals(
  documents: DocumentStore,
  audit: Pick<AuditTrail, 'record'>,
  now: () => number,
): AttentionDismissals {
  const holding = (text: string | undefined): Dismissals =>
    text === undefined
      ? {}
      : Object.fromEntries(
          Object.entries(readRecord<{ readonly reasons: Dismissals }>(text).reasons).filter(
            ([, { until }]) => until > now(),
          ),
        )
  const change = async (reason: ClientAttention, dismissal: Dismissal | undefined): Promise<void> => {
    for (;;) {
      const text = await documents.read(COLLECTION, ID)
      const { [reason]: _before, ...others } = holding(text)
      const reasons = dismissal === undefined ? others : { ...others, [reason]: dismissal }
      // Two administrators who do the same must not write the same text: the store would take it for one call.
      const next = writeRecord({ reasons, stamp: randomBytes(6).toString('base64url') })
      if ((await documents.replace(COLLECTION, ID, text, next)) === 'replaced') return
    }
  }
  return {
    read: async () => holding(await documents.read(COLLECTION, ID)),
    async dismiss(reason, actor) {
      await change(reason, { by: actor.name, until: now() + DISMISSED_DAYS * 86_400_000 })
      await writeAudit(audit, actor, { event: 'attention.dismissed', changes: { reason: [null, reason] } })
    },
    async restore(reason, actor) {
      await change(reason, undefined)
      await writeAudit(audit, actor, { event: 'attention.restored', changes: { reason: [reason, null] } })
    },
  }
}
