import type { Delivery } from '../../ports/deliveries.ts'
import { cursorOf } from '../outbox/delivery-pages.ts'
import type { Deliveries, LedgerEntry } from './delivery-ledger.ts'

/** Possible outcomes of a notification, each covering one or more outbox states. */
export const OUTCOMES = {
  failed: ['failed'],
  waiting: ['held', 'due', 'leased'],
  delivered: ['delivered'],
  dropped: ['dropped'],
} as const satisfies Record<string, readonly Delivery['state'][]>
export type Outcome = keyof typeof OUTCOMES

export interface DeliveryGroup {
  readonly clientId: string
  readonly outcome: Outcome
  readonly count: number
  /** When the oldest notification was created, in milliseconds since the epoch. */
  readonly since: number
  readonly newest: LedgerEntry
  /** Whether the notifications were not delivered for different reasons; `newest` has the most recent reason. */
  readonly mixed: boolean
}

export interface GroupPage {
  /** Failed groups come first, largest first, followed by the other outcomes, newest first. */
  readonly groups: readonly DeliveryGroup[]
  /** Where the next page starts. The counts cover only this page. */
  readonly next?: string
}

const GROUPS_MAX = 50
const SCAN_MAX = 5_000
const PAGE = 500
/** Maximum number of retries per call, and how many of them run concurrently. */
const RETRIES_MAX = 200
const AT_ONCE = 20

export const outcomeOf = (state: Delivery['state']): Outcome =>
  (Object.keys(OUTCOMES) as Outcome[]).find((outcome) => OUTCOMES[outcome].some((one) => one === state)) ?? 'waiting'

/** Groups the ledger by client and outcome, newest first. A page covers a limited part of the ledger. */
export async function groupDeliveries(
  { list }: Pick<Deliveries, 'list'>,
  query: { before?: string | undefined; outcome?: Outcome | undefined; clientIds?: readonly string[] | undefined },
): Promise<GroupPage> {
  const { before, outcome, clientIds } = query
  const groups = new Map<string, DeliveryGroup>()
  const page = (next?: string): GroupPage => ({
    groups: [...groups.values()].toSorted(worstFirst),
    ...(next === undefined ? {} : { next }),
  })
  let cursor = before
  for (let scanned = 0; scanned < SCAN_MAX; scanned += PAGE) {
    const { entries, next } = await list({ limit: PAGE, before: cursor })
    for (const entry of entries) {
      const group = outcomeOf(entry.state)
      if ((outcome === undefined || group === outcome) && (clientIds?.includes(entry.clientId) ?? true)) {
        const key = `${group} ${entry.clientId}`
        const known = groups.get(key)
        if (known === undefined && groups.size === GROUPS_MAX) return page(cursor)
        groups.set(key, joined(known, entry, group))
      }
      cursor = cursorOf(entry)
    }
    if (next === undefined) return page()
  }
  return page(cursor)
}

function joined(group: DeliveryGroup | undefined, entry: LedgerEntry, outcome: Outcome): DeliveryGroup {
  if (group === undefined)
    return { clientId: entry.clientId, outcome, count: 1, since: entry.createdAt, newest: entry, mixed: false }
  const { lastStatus, lastError } = group.newest
  return {
    ...group,
    count: group.count + 1,
    since: Math.min(group.since, entry.createdAt),
    mixed: outcome !== 'delivered' && (group.mixed || entry.lastStatus !== lastStatus || entry.lastError !== lastError),
  }
}

const ORDER = Object.keys(OUTCOMES) as readonly Outcome[]
const worstFirst = (a: DeliveryGroup, b: DeliveryGroup): number =>
  ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) ||
  (a.outcome === 'failed' ? b.count - a.count : 0) ||
  b.newest.createdAt - a.newest.createdAt

/** Retries one client's failed notifications, newest first. `more`: another call is needed to retry the rest. */
export async function retryFailed(
  { list, retry }: Pick<Deliveries, 'list' | 'retry'>,
  clientId: string,
): Promise<{ readonly queued: number; readonly more: boolean }> {
  const { entries, next } = await list({ limit: RETRIES_MAX, clientId, state: 'failed' })
  let queued = 0
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const outcomes = await Promise.all(entries.slice(start, start + AT_ONCE).map(({ id }) => retry(id)))
    queued += outcomes.filter((outcome) => outcome === 'queued').length
  }
  return { queued, more: next !== undefined }
}
