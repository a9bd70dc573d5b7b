/**
 * Where the keyed part of the audit trail begins. Version 0.1.0 chained without a key, so its entries are believed, but only those
 * before this position: else whoever can write to the store would chain a trail of their own as that version did.
 */
import type { AuditLog } from '../../ports/audit-log.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Signer } from '../keys/signer.ts'

const PLACE = ['audit', 'keyed-from'] as const

export interface KeyedFrom {
  /** Notes the position before the first entry with a key is written. */
  note(): Promise<void>
  /** Undefined when it was never noted, or what is noted is not ours. */
  read(): Promise<number | undefined>
}

export function keyedFrom(
  documents: Pick<DocumentStore, 'read' | 'replace'>,
  log: Pick<AuditLog, 'bounds'>,
  { sign, index }: Signer,
): KeyedFrom {
  let noted: Promise<void> | undefined
  const noteOnce = async (): Promise<void> => {
    if ((await documents.read(...PLACE)) !== undefined) return
    const seq = String(((await log.bounds())?.last ?? 0) + 1)
    await documents.replace(...PLACE, undefined, `${seq} ${sign(`keyed from ${seq}`)}`)
  }
  return {
    async note() {
      noted ??= noteOnce()
      await noted.catch((error: unknown) => {
        noted = undefined
        throw error
      })
    },
    async read() {
      const [seq = '', code = ''] = ((await documents.read(...PLACE)) ?? '').split(' ')
      return index(`keyed from ${seq}`, code) >= 0 ? Number(seq) : undefined
    },
  }
}
