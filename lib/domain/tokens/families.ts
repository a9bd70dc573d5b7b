import { familySeconds, type Lifetimes } from '../../../policies/lifetimes.ts'
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import type { Storage } from '../../ports/storage.ts'
import { untilDone } from '../documents.ts'
import { readFamily, writeFamily } from './family-record.ts'

/** How long a family's record must be kept, in milliseconds. `now` is in seconds since the epoch. */
export function familyTtlMs(family: TokenFamily, now: number, lifetimes: Lifetimes): number {
  return 1000 * familySeconds(now, { ...family, offline: family.refreshHash !== undefined }, lifetimes)
}

export function parseFamily(record: string | undefined): Family | undefined {
  return record === undefined ? undefined : readFamily(record)
}

/**
 * Returns a family that decisions can rely on. A record that `isEnough` rejects may still be rolled back (D-T7), so it
 * is accepted only if it is still the same after its outcome has been resolved.
 */
export function resolvedFamily(
  { families }: Pick<Storage, 'families'>,
  id: string,
  isEnough: (family: Family) => boolean,
): Promise<Family | undefined> {
  let resolved: string | undefined
  return untilDone(async () => {
    const record = await families.read(id)
    const family = parseFamily(record)
    if (family === undefined || record === resolved || isEnough(family)) return family
    await families.resolved(id)
    resolved = record
    return 'again'
  })
}

/**
 * Changes a family with compare-and-replace until the change is written or `change` returns the same family. Used for
 * changes that must succeed despite concurrent ones, such as a revocation. The stored record may still be rolled back
 * (D-T7), so its outcome is resolved before any decision.
 */
export const amendFamily = (
  { families }: Pick<Storage, 'families'>,
  id: string,
  lifetimes: Lifetimes,
  now: number,
  change: (family: TokenFamily) => TokenFamily,
): Promise<'amended' | 'unchanged' | 'missing'> =>
  untilDone(async () => {
    const record = await families.read(id)
    if (record === undefined) return 'missing'
    await families.resolved(id)
    const family = readFamily(record)
    const next = family.phase === 'code' ? family : change(family)
    if (next.phase === 'code' || next === family) {
      if ((await families.read(id)) === record) return 'unchanged'
    } else if (
      (await families.replace(id, record, writeFamily(next), familyTtlMs(next, now, lifetimes))) === 'replaced'
    )
      return 'amended'
    return 'again'
  })
