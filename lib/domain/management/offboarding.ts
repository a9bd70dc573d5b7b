/**
 * Offboards users. The intention is stored first, so that a background job completes what a crash interrupts. Each step
 * can be repeated, and what it ends is noted before.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { displayUsername } from '../accounts/display-name.ts'
import { writeRecord } from '../stored-record.ts'
import type { Actor, ManagedUser, UserRefusal } from './account-result.ts'
import { type EndingParts, OFFBOARDINGS, type Offboarding, readOffboarding, readReceipt } from './offboarding-record.ts'
import { complete, findSubject, fixedBy, holdingOf } from './offboarding-steps.ts'
import type { Receipts } from './receipts.ts'

export interface OffboardingParts extends EndingParts {
  readonly receipts: Receipts
}

const LOCK = 'offboarding'
const LOCK_MS = 20_000
/** How often, and for how long, a call waits for another one that offboards the same user. */
const PAUSE_MS = 100
const TRIES = 50

export type OffboardingOperations = ReturnType<typeof offboarding>

export function offboarding(parts: OffboardingParts) {
  const { receipts } = parts
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

  /** What the user holds now, and what Portico cannot end. Undefined if there is no such user. */
  const preview = async (sub: string) => {
    const subject = await findSubject(parts, sub)
    return subject && { subject, ...(await holdingOf(parts, subject, fixedBy(parts))) }
  }
  /** Ends everything. `unchanged`: it has ended already. `busy`: it is not complete yet; the job goes on. */
  const offboard = async (sub: string, actor: Actor): Promise<UserRefusal | 'done' | 'unchanged'> => {
    const current = await receipts.read(sub)
    const replaces = (await readReceipt(documents, sub))?.id
    const found = await preview(sub)
    if (found === undefined) return 'missing'
    const isEnded = (replaces ?? current) !== undefined && current?.state !== 'in-progress'
    if (isEnded && found.subject.user.active === false && Object.values(found.held).every((ids) => ids.length === 0))
      return 'unchanged'
    if (isEnded && current?.state !== 'final') {
      // The user was reactivated while apps were being notified. The former receipt is made final first.
      return (await receipts.finish(sub))?.state === 'final' ? offboard(sub, actor) : 'busy'
    }
    const record = { ...(await begun(parts, found.subject, actor)), replaces }
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
    preview,
    offboard,
    /** Completes an interrupted call, or makes a receipt final that is due. */
    async resume(sub: string): Promise<void> {
      const record = await readOffboarding(documents, sub)
      if (record?.ended === undefined) await attempt(sub)
      else await receipts.read(sub)
    },
  }
}

async function begun(
  { audit, now }: OffboardingParts,
  subject: ManagedUser,
  actor: Actor,
): Promise<Omit<Offboarding, 'replaces'>> {
  return {
    id: randomUUID(),
    username: subject.account?.username ?? displayUsername(subject.user),
    actor,
    startedAt: now(),
    auditBefore: (await audit.head())?.seq ?? 0,
    held: { account: [], sessions: [] },
    apps: [],
  }
}
