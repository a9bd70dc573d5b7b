import { familySeconds, type Lifetimes } from '../../../policies/lifetimes.ts'
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import type { Storage } from '../../ports/storage.ts'
import { readFamily, writeFamily } from './family-record.ts'

/** How long the record of a family must stay, in milliseconds. `now` in seconds since the epoch. */
export function familyTtlMs(family: TokenFamily, now: number, lifetimes: Lifetimes): number {
  return (
    1000 *
    familySeconds(
      now,
      { usedAt: family.usedAt, signedInAt: family.signedInAt, offline: family.refreshHash !== undefined },
      lifetimes,
    )
  )
}

export function parseFamily(record: string | undefined): Family | undefined {
  return record === undefined ? undefined : readFamily(record)
}

/**
 * Changes a family by compare-and-replace until the change is in or `change` finds nothing to do. For changes that must
 * happen whatever else goes on meanwhile, such as a denial. What stands in the store may yet be taken back (T7): nothing
 * is built on it, or concluded from it, before it is settled.
 */
export async function amendFamily(
  { families }: Pick<Storage, 'families'>,
  id: string,
  lifetimes: Lifetimes,
  now: number,
  change: (family: TokenFamily) => TokenFamily,
): Promise<'amended' | 'unchanged' | 'missing'> {
  for (;;) {
    const record = await families.read(id)
    if (record === undefined) return 'missing'
    await families.settled(id)
    const family = readFamily(record)
    const next = family.phase === 'code' ? family : change(family)
    if (next.phase === 'code' || next === family) {
      if ((await families.read(id)) === record) return 'unchanged'
    } else if (
      (await families.replace(id, record, writeFamily(next), familyTtlMs(next, now, lifetimes))) === 'replaced'
    )
      return 'amended'
  }
}
