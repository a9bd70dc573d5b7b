import { randomBytes } from 'node:crypto'
import type { BoundedDraft, BoundedEntry, BoundedLog } from '../../ports/bounded-log.ts'
import { digestOf } from '../keys/digest.ts'
import type { Signer } from '../keys/signer.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import type { AuditEvent } from './events.ts'

export interface RefusalEntry {
  readonly position: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The stored text, which `event` parses. */
  readonly text: string
  event(): AuditEvent
  /** `broken`: Portico did not write the text, or the text was changed afterwards. */
  seal(): 'intact' | 'broken'
}

/**
 * Refusals, including failed sign-ins. Anonymous clients can cause them, so they have a separate budget (D-A7). Each
 * account has its own share, so flooding one account never displaces another account's entries. A chain is impossible
 * because entries are displaced; instead, each entry carries an authentication code.
 */
export type RefusalLog = ReturnType<typeof refusalLog>

const LOG = 'refusals'
/** Each account may use at most this fraction of all entries; entries without an account may use at most half. */
const SHARE = 100
const CODE_LENGTH = 43

/** @param bounds `keepEntries`: maximum number of entries */
export function refusalLog(
  log: BoundedLog,
  { sign, index }: Signer,
  { keepEntries, keepDays }: { readonly keepEntries: number; readonly keepDays: number },
  now: () => number,
) {
  const signed = (id: string, text: string): string => `refusal\n${id}\n${text}`
  const own = randomBytes(9).toString('base64url')
  let count = 0
  const entryOf = ({ position, id, at, text: coded }: BoundedEntry): RefusalEntry => {
    const [code, text] = [coded.slice(0, CODE_LENGTH), coded.slice(CODE_LENGTH)]
    const seal = (): 'intact' | 'broken' => (index(signed(id, text), code) >= 0 ? 'intact' : 'broken')
    return { position, at, text, event: () => eventIn(text), seal }
  }
  return {
    /** Prepares an entry for `append`. @param key a newer refusal with the same key replaces the older one */
    draft(event: AuditEvent, at: number, key?: string): BoundedDraft {
      const id = key ?? `${own}${((count += 1)).toString(36)}`
      const text = writeRecord(event)
      const share = event.user === undefined ? '' : digestOf(event.user, 9)
      return { id, share, at, text: `${sign(signed(id, text))}${text}` }
    },
    async append(drafts: readonly BoundedDraft[]): Promise<void> {
      const since = now() - keepDays * 86_400_000
      const put = async (some: readonly BoundedDraft[], perShare: number): Promise<void> => {
        if (some.length > 0) await log.put(LOG, some, 'replace', { total: keepEntries, perShare, since })
      }
      await put(
        drafts.filter(({ share }) => share !== ''),
        Math.ceil(keepEntries / SHARE),
      )
      await put(
        drafts.filter(({ share }) => share === ''),
        Math.ceil(keepEntries / 2),
      )
    },
    /** Reads entries from a position (inclusive) in the given direction. */
    read: async (
      from: number | undefined,
      direction: 'newer' | 'older',
      limit: number,
    ): Promise<readonly RefusalEntry[]> => (await log.read(LOG, from, direction, limit)).map(entryOf),
  }
}

const UNREADABLE: AuditEvent = { event: 'request.refused', result: 'refused', detail: 'the entry cannot be read' }

function eventIn(text: string): AuditEvent {
  try {
    return readRecord<AuditEvent>(text)
  } catch {
    return UNREADABLE
  }
}
