/** Checks of the store that need no request. */

import { ACCOUNTS, readAccount } from '../../lib/domain/accounts/account-record.ts'
import type { Storage } from '../../lib/index.ts'
import { LIFETIMES } from '../../policies/lifetimes.ts'
import { isAdministrator } from '../../policies/roles.ts'
import type { Book } from './book.ts'
import type { World } from './world.ts'

const EVERY_MS = 30_000
const IDLE_MS = LIFETIMES.sessionIdle * 1_000
/** Nodes that were down, and clocks that differ, included. */
const SWEEP_MS = 3_600_000
const AUDIT_EVERY_MS = 3_600_000

/** One administrator remains (D-A3). */
export async function holdAdministrator(book: Book, { documents }: Storage): Promise<void> {
  const { documents: found } = await documents.list(ACCOUNTS, undefined, 100)
  const isOne = found.some(({ value }) => {
    const { person, status } = readAccount(value)
    return isAdministrator({ roles: person.roles ?? [], status })
  })
  book.hold(isOne, 'last-administrator', () => 'no active administrator is left')
}

/** An operation that is not recorded is not acknowledged. */
export async function holdAudited(book: Book, { audit }: Storage, since: number, subject: string): Promise<void> {
  const lines = await audit.read(undefined, 'older', 100)
  const isThere = lines.some(
    ({ at, entry }) => at >= since && entry.includes('"administrator"') && entry.includes(`"${subject}"`),
  )
  book.hold(isThere, 'audit-entry', () => `the audit log has no entry of an operation on ${subject}`)
}

/** Every entry is chained to the one before. */
export async function holdChain({ book, console }: Pick<World, 'book' | 'console'>): Promise<void> {
  const { outcome } = await console.trail.verify()
  book.hold(outcome === 'intact', 'audit-chain', () => `the audit log is ${outcome}`)
}

/** The apps of a session that was not used any more are notified of its end (D-S9). */
function expectExpiries({ sim, lastSeen, book, sessionOf, notices }: World): void {
  for (const [session, at] of lastSeen) {
    if (sim.now() < at + IDLE_MS + SWEEP_MS) continue
    lastSeen.delete(session)
    for (const family of book.families.filter((one) => sessionOf(one) === session)) notices.expect(family, session, at)
  }
}

/** Looks at sessions, the outbox and the audit log from time to time. */
export function inspector(world: World, fail: (error: unknown) => void): void {
  const { sim, notices } = world
  const look = async (): Promise<void> => {
    expectExpiries(world)
    await notices.check(world.calmFor())
    sim.after(EVERY_MS, () => void look().catch(fail))
  }
  const verify = async (): Promise<void> => {
    await holdChain(world)
    sim.after(AUDIT_EVERY_MS, () => void verify().catch(fail))
  }
  sim.after(EVERY_MS, () => void look().catch(fail))
  sim.after(AUDIT_EVERY_MS, () => void verify().catch(fail))
}
