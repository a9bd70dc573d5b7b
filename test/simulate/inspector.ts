/** Checks of the store that need no request. */

import { ACCOUNTS, readAccount } from '../../lib/domain/accounts/account-record.ts'
import type { Storage } from '../../lib/index.ts'
import { isAdministrator } from '../../policies/roles.ts'
import type { Book } from './book.ts'
import type { World } from './world.ts'

const EVERY_MS = 30_000
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

/** Looks at the outbox and the audit log from time to time. */
export function inspector({ sim, book, cluster, console, notices }: World, fail: (error: unknown) => void): void {
  const calmFor = (): number => {
    const started = Math.max(
      cluster.weather.calmSince,
      ...[...cluster.nodes.values()].map(({ process }) => process.startedAt),
    )
    return cluster.nodes.size === 0 ? 0 : sim.now() - started
  }
  const look = async (): Promise<void> => {
    await notices.check(calmFor())
    sim.after(EVERY_MS, () => void look().catch(fail))
  }
  const verify = async (): Promise<void> => {
    const { outcome } = await console.trail.verify()
    book.hold(outcome === 'intact', 'audit-chain', () => `the audit log is ${outcome}`)
    sim.after(AUDIT_EVERY_MS, () => void verify().catch(fail))
  }
  sim.after(EVERY_MS, () => void look().catch(fail))
  sim.after(AUDIT_EVERY_MS, () => void verify().catch(fail))
}
