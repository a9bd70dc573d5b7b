/**
 * Offboards users. The intention is stored first, so that a background job completes what a crash interrupts. Each step
 * can be repeated, and what it ends is noted before.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { notEnded } from '../../../policies/offboarding.ts'
import { displayUsername } from '../accounts/display-name.ts'
import { writeRecord } from '../stored-record.ts'
import type { Actor, ManagedUser, UserRefusal } from './account-result.ts'
import {
  type EndingParts,
  heldBy,
  OFFBOARDINGS,
  type Offboarding,
  originOf,
  readOffboarding,
} from './offboarding-record.ts'
import { complete, findSubject, fixedBy } from './offboarding-steps.ts'
import type { Receipts } from './receipts.ts'

export interface OffboardingParts extends EndingParts {
  readonly receipts: Receipts
}

const LOCK = 'offboarding'
const LOCK_MS = 60_000
/** How often, and for how long, a call waits for another one that offboards the same user. */
const PAUSE_MS = 100
const TRIES = 50

export type OffboardingOperations = ReturnType<typeof offboarding>

export function offboarding(parts: OffboardingParts) {
  const { receipts } = parts
  const { documents, records } = parts.storage

  /** One call at a time offboards a user; `underway`: another one does. */
  const attempt = async (sub: string): Promise<UserRefusal | 'done' | 'underway'> => {
    const holder = randomUUID()
    if ((await records.claim(LOCK, sub, holder, LOCK_MS)) === 'taken') return 'underway'
    try {
      return await complete(parts, sub)
    } finally {
      if ((await records.read(LOCK, sub)) === holder) await records.remove(LOCK, sub)
    }
  }

  return {
    /** What the user holds now, and what Portico cannot end. Undefined if there is no such user. */
    async preview(sub: string) {
      const subject = await findSubject(parts, sub)
      if (subject === undefined) return undefined
      const isLinked = (subject.account?.identities ?? []).length > 0
      return {
        held: await heldBy(parts, subject.user, subject.account),
        notEnded: notEnded(originOf(subject.account), fixedBy(parts), isLinked),
      }
    },
    /** Ends everything. `unchanged`: it has ended already. `busy`: it is not complete yet; the job goes on. */
    async offboard(sub: string, actor: Actor): Promise<UserRefusal | 'done' | 'unchanged'> {
      const subject = await findSubject(parts, sub)
      if (subject === undefined) return 'missing'
      const isInactive = subject.user.active === false
      const current = await receipts.read(sub)
      if (current !== undefined && current.state !== 'in-progress') {
        if (isInactive) return 'unchanged'
        // A user who was reactivated can be offboarded again, once the former receipt is final.
        if (current.state !== 'final' && (await receipts.finish(sub))?.state !== 'final') return 'busy'
      }
      // If another call was first, this one completes it.
      await documents.replace(OFFBOARDINGS, sub, undefined, writeRecord(await begun(parts, subject, actor)))
      for (let tries = 0; tries < TRIES; tries += 1) {
        const outcome = await attempt(sub)
        if (outcome !== 'underway') return outcome
        await pause(PAUSE_MS)
      }
      return 'busy'
    },
    /** Completes an interrupted call, or makes a receipt final that is due. */
    async resume(sub: string): Promise<void> {
      const record = await readOffboarding(documents, sub)
      if (record?.ended === undefined) await attempt(sub)
      else await receipts.read(sub)
    },
  }
}

async function begun({ audit, now }: OffboardingParts, subject: ManagedUser, actor: Actor): Promise<Offboarding> {
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
