import { type AppAccess, openRoles } from '../../../policies/app-access.ts'
import { endIn, rolesAt } from '../../../policies/end-dates.ts'
import { defined } from '../../config/data/defined.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Account } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import { findClient } from '../clients/client-record.ts'
import { repeatedJob } from '../in-time.ts'
import { documentPages } from '../pages-of.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import { readRecord, writeStamped } from '../stored-record.ts'
import { ENDS, timeOf, type WatchedEnd } from '../watched-ends.ts'
import { withRoles } from './account-changes.ts'
import { endLostApps, endLostUsers, type FindUser, type LostAccessParts } from './lost-access.ts'
import type { OffboardingOperations } from './offboarding.ts'

const PACE = { firstMs: 2_000, everyMs: 5_000 }
/** How long one node works on an end date before another may take it over; it stops itself in half that time. */
const LEASE_MS = 60_000
const AT_ONCE = 10

export interface DueEndsParts extends LostAccessParts {
  readonly storage: LostAccessParts['storage'] & Pick<Storage, 'documents'>
  /** Undefined if a host's directory stores the users. */
  readonly directory: Pick<EmbeddedDirectory, 'account' | 'change'> | undefined
  readonly find: FindUser
  readonly ending: Pick<SessionEnding, 'endAtClient' | 'endEverything'>
  readonly audit: Pick<AuditTrail, 'record' | 'list'>
  readonly offboard: OffboardingOperations['offboard']
  readonly logger: Logger
}

type PlannedEvent = Pick<AuditEvent, 'event' | 'result' | 'user' | 'client' | 'changes'>
/** What follows from an end date. `perform` can be repeated. */
interface Plan {
  readonly events: readonly PlannedEvent[]
  perform(): Promise<void>
}

/**
 * Ends sessions and tokens when an end date passes, notifies the apps, and writes audit entries. Every node does a part
 * of the work. Access does not wait for it: whatever has ended is refused already (policies/end-dates.ts).
 */
export function dueEnds(parts: DueEndsParts) {
  const { documents } = parts.storage
  const { now, logger } = parts
  const check = async (id: string, value: string): Promise<void> => {
    const { lease = 0, audit: earlier, ...watched } = readRecord<WatchedEnd>(value)
    if (lease > now()) return
    const at = timeOf(id)
    const plan = await (watched.kind === 'account' ? ofAccount : ofClient)(parts, watched.id, at)
    // A killed node may have come to the end, so that nothing is left to do but its audit entries.
    const events = (earlier as readonly PlannedEvent[] | undefined) ?? plan.events
    const until = now() + LEASE_MS
    const mine = writeStamped({ ...watched, lease: until, audit: events })
    if ((await documents.replace(ENDS, id, value, mine)) !== 'replaced') return
    await plan.perform()
    if (now() > until - LEASE_MS / 2) return
    for (const event of events)
      if (earlier === undefined || !(await isWritten(parts, event, at))) await parts.audit.record(event)
    await documents.replace(ENDS, id, mine, undefined)
  }
  const failed = (error: unknown): void =>
    logger.warn({ code: 'end-date-failed', ...errorFields(error) }, 'failed to process an end date; retrying')
  const round = async (): Promise<void> => {
    for await (const page of documentPages(documents, ENDS)) {
      const due = page.filter(({ id }) => timeOf(id) <= now())
      for (let start = 0; start < due.length; start += AT_ONCE)
        await Promise.all(due.slice(start, start + AT_ONCE).map(({ id, value }) => check(id, value).catch(failed)))
      if (due.length < page.length) return
    }
  }
  return repeatedJob(round, PACE, failed)
}

const NOTHING: Plan = { events: [], perform: async () => {} }

/** Nothing if the end date has been changed meanwhile. */
async function ofAccount(parts: DueEndsParts, sub: string, at: number): Promise<Plan> {
  const { directory, ending, now } = parts
  const account = await directory?.account(sub)
  if (directory === undefined || account === undefined) return NOTHING
  const isOver = account.until !== undefined && endIn(account.until) === at
  const { offboardedBy } = account
  // Offboarding writes its own audit entry, and ends what an end date leaves.
  if (isOver && offboardedBy !== undefined)
    return { events: [], perform: async () => void (await parts.offboard(sub, offboardedBy)) }
  const before = rolesOf(account)
  const current = (one: Account): readonly string[] => rolesAt(rolesOf(one), one.roleEnds, now())
  const after = current(account)
  const events: PlannedEvent[] = isOver ? [{ event: 'account.ended', result: 'ok', user: sub }] : []
  const changes = { roles: [before, after] as const }
  if (after.length < before.length) events.push({ event: 'account.roles-changed', result: 'ok', user: sub, changes })
  return {
    events,
    async perform() {
      if (isOver) await ending.endEverything(sub)
      if (after.length === before.length) return
      await endLostApps(parts, sub, before, after)
      await directory.change(sub, (one) => withRoles(one, current(one)), 'silent')
    },
  }
}

async function ofClient(parts: DueEndsParts, clientId: string, at: number): Promise<Plan> {
  const client = await findClient(parts.storage.clients, clientId)
  const access: AppAccess | undefined = client?.access
  const [before, after] = [openRoles(access, at - 1), openRoles(access, at)]
  if (client === undefined || before?.length === after?.length) return NOTHING
  return {
    events: [{ event: 'client.access-ended', result: 'ok', client: clientId, changes: { access: [before, after] } }],
    perform: () => endLostUsers(parts, client, parts.find, at - 1),
  }
}

/** Whether a node that was killed has written the entry. */
async function isWritten(
  { audit }: DueEndsParts,
  { event, user, client }: PlannedEvent,
  since: number,
): Promise<boolean> {
  const { entries } = await audit.list({ ...defined({ user, client }), since }, undefined, 100)
  return entries.some((entry) => entry.event === event)
}
