import { familySeconds } from '../../policies/lifetimes.ts'
import type { Lifetimes } from '../../policies/lifetimes.ts'
import type { Family, TokenFamily } from '../../policies/token-family.ts'
import type { Storage } from '../ports/storage.ts'
import { readFamily, writeFamily } from './family-record.ts'

/** How long the record of a family must stay, in milliseconds. `now` in seconds since the epoch. */
export function familyTtlMs(family: TokenFamily, now: number, lifetimes: Lifetimes): number {
  return 1000 * familySeconds(now, { usedAt: family.usedAt, signedInAt: family.signedInAt, offline: family.refreshHash !== undefined }, lifetimes)
}

export function parseFamily(record: string | undefined): Family | undefined {
  return record === undefined ? undefined : readFamily(record)
}

/**
 * Changes a family by compare-and-replace until the change is in or `change` finds nothing to do.
 * For changes that must happen whatever else goes on meanwhile, such as a denial.
 */
export async function amendFamily(
  storage: Pick<Storage, 'families'>, id: string, lifetimes: Lifetimes, now: number, change: (family: TokenFamily) => TokenFamily,
): Promise<'amended' | 'unchanged' | 'missing'> {
  for (;;) {
    const record = await storage.families.read(id)
    if (record === undefined) return 'missing'
    const family = readFamily(record)
    if (family.phase === 'code') return 'unchanged'
    const next = change(family)
    if (next === family) return 'unchanged'
    if (await storage.families.replace(id, record, writeFamily(next), familyTtlMs(next, now, lifetimes)) === 'replaced') return 'amended'
  }
}
