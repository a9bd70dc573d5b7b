import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BoundedEntry, BoundedLog } from '../../ports/bounded-log.ts'
import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import type { AuditEvent } from './events.ts'

/** A refusal, and how it is counted. */
export interface Refusal {
  readonly event: AuditEvent
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Refusals with one key are one entry, the newest of them; without one, each is an entry of its own. */
  readonly key?: string | undefined
}

export interface RefusalEntry extends AuditEvent {
  readonly position: number
  readonly at: number
  /** `broken`: its text was not written by the service, or has been changed. */
  readonly seal: 'intact' | 'broken'
}

/**
 * What was refused, failed sign-ins among it: anybody can cause it, so it has a budget of its own (D-A7), and of each account a share
 * of that, so that a flood on one pushes out nothing of another. Entries go when they are pushed out, so there is no chain between
 * them; each carries a code by which it is known to be ours.
 */
export interface RefusalLog {
  append(refusals: readonly Refusal[]): Promise<void>
  /** Entries from a position (inclusive) in the given direction. */
  read(from: number | undefined, direction: 'newer' | 'older', limit: number): Promise<readonly RefusalEntry[]>
}

export interface RefusalBounds {
  /** Entries in all. */
  readonly keepEntries: number
  readonly keepDays: number
}

const LOG = 'refusals'
/** One account has no more than this part of the whole; what belongs to none, no more than half. */
const SHARE = 100
const CODE_LENGTH = 22

/** @param keys derived from the root secrets, newest first */
export function refusalLog(
  log: BoundedLog,
  keys: readonly [Buffer, ...Buffer[]],
  { keepEntries, keepDays }: RefusalBounds,
  now: () => number,
): RefusalLog {
  let count = 0
  const own = randomBytes(9).toString('base64url')
  const codeOf = (key: Buffer, id: string, text: string): string =>
    createHmac('sha256', key).update(`${id}\n${text}`).digest('base64url').slice(0, CODE_LENGTH)
  const isOurs = (id: string, code: string, text: string): boolean =>
    keys.some((key) => {
      const expected = Buffer.from(codeOf(key, id, text))
      const sent = Buffer.from(code)
      return sent.length === expected.length && timingSafeEqual(sent, expected)
    })
  const draftOf = ({ event, at, key }: Refusal) => {
    const id = key ?? `${own}${((count += 1)).toString(36)}`
    const text = writeRecord(event)
    return {
      id,
      share: event.user === undefined ? '' : digestOf(event.user, 9),
      at,
      text: `${codeOf(keys[0], id, text)}${text}`,
    }
  }
  const entryOf = ({ position, id, at, text }: BoundedEntry): RefusalEntry => {
    const [code, json] = [text.slice(0, CODE_LENGTH), text.slice(CODE_LENGTH)]
    const seal = isOurs(id, code, json) ? 'intact' : 'broken'
    return { ...(parsed(json) ?? UNREADABLE), at, position, seal }
  }
  return {
    async append(refusals) {
      const drafts = refusals.map(draftOf)
      const since = now() - keepDays * 86_400_000
      const put = async (some: typeof drafts, perShare: number): Promise<void> => {
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
    read: async (from, direction, limit) => (await log.read(LOG, from, direction, limit)).map(entryOf),
  }
}

const UNREADABLE: AuditEvent = { event: 'request.refused', result: 'refused', detail: 'the entry cannot be read' }

function parsed(json: string): AuditEvent | undefined {
  try {
    return readRecord<AuditEvent>(json)
  } catch {
    return undefined
  }
}
