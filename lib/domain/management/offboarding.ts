/**
 * Offboards users. The intention is stored first, so that a background job completes what a crash interrupts. Each step
 * can be repeated, and what it ends is noted before.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { errorFields, type Logger } from '../../ports/logger.ts'
import { displayUsername } from '../accounts/display-name.ts'
import { repeatedJob } from '../in-time.ts'
import { documentPages } from '../pages-of.ts'
import { writeRecord } from '../stored-record.ts'
import type { Actor, UserRefusal } from './account-result.ts'
import { endedOf, findSubject, fixedBy, heldBy, notEndedOf } from './offboarding-held.ts'
import {
  OFFBOARDINGS,
  type Offboarding,
  type OffboardingParts,
  readOffboarding,
  readReceipt,
} from './offboarding-record.ts'
import { complete } from './offboarding-steps.ts'
import { receiptsOf } from './receipts.ts'

const LOCK = 'offboarding'
const LOCK_MS = 20_000
/** How often, and for how long, a call waits for another one that offboards the same user. */
const PAUSE_MS = 100
const TRIES = 50

export type OffboardingOperations = ReturnType<typeof offboarding>

export function offboarding(parts: OffboardingParts) {
  const receipts = receiptsOf(parts)
  const { documents, records } = parts.storage

  /** One call at a time offboards a user; `underway`: another one does. */
  const attempt = async (sub: string): Promise<UserRefusal | 'done' | 'unchanged' | 'underway'> => {
    const holder = randomUUID()
    if ((await records.claim(LOCK, sub, holder, LOCK_MS)) === 'taken') return 'underway'
    try {
      return await complete(parts, sub)
    } finally {
      if ((await records.read(LOCK, sub)) === holder) await records.remove(LOCK, sub)
    }
  }

  /** What of the user would end now, and what Portico cannot end. Undefined if there is no such user. */
  const preview = async (sub: string) => {
    const subject = await findSubject(parts, sub)
    if (subject === undefined) return undefined
    const notEnded = notEndedOf(subject, fixedBy(parts))
    return { user: subject.user, ended: endedOf(await heldBy(parts, subject), notEnded), notEnded }
  }
  /** Ends everything. `unchanged`: it has ended already. `busy`: it is not complete yet; the job goes on. */
  const offboard = async (sub: string, actor: Actor): Promise<UserRefusal | 'done' | 'unchanged'> => {
    const current = await receipts.read(sub)
    const replaces = (await readReceipt(documents, sub))?.id
    const found = await preview(sub)
    if (found === undefined) return 'missing'
    if (current !== undefined && current.state !== 'in-progress') {
      const isEmpty = Object.values(found.ended).every((list) => list === 'all')
      if (found.user.active === false && isEmpty) return 'unchanged'
      // The user was reactivated while apps were being notified. The former receipt is made final first.
      if (current.state !== 'final')
        return (await receipts.read(sub, 'final'))?.state === 'final' ? offboard(sub, actor) : 'busy'
    }
    const record: Offboarding = {
      id: randomUUID(),
      replaces,
      username: displayUsername(found.user),
      actor,
      startedAt: parts.now(),
      auditBefore: (await parts.audit.head())?.seq ?? 0,
      held: {},
      apps: {},
    }
    // If another call was first, this one completes it.
    await documents.replace(OFFBOARDINGS, sub, undefined, writeRecord(record))
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = await attempt(sub)
      if (outcome !== 'underway') return outcome
      await pause(PAUSE_MS)
    }
    return 'busy'
  }
  return {
    receipts,
    preview,
    offboard,
    /** Completes what a crash has interrupted, and makes receipts final, on any node. */
    job(logger: Logger) {
      const failed = (error: unknown): void =>
        logger.warn({ code: 'offboarding-failed', ...errorFields(error) }, 'failed to offboard a user; retrying')
      const resume = async (sub: string): Promise<void> => {
        const record = await readOffboarding(documents, sub)
        await (record?.ended === undefined ? attempt(sub) : receipts.read(sub))
      }
      const round = async (): Promise<void> => {
        for await (const page of documentPages(documents, OFFBOARDINGS))
          for (const { id } of page) await resume(id).catch(failed)
      }
      return repeatedJob(round, { firstMs: 3_000, everyMs: 10_000 }, failed)
    },
  }
}
