import { randomBytes, timingSafeEqual } from 'node:crypto'
import { decideTrust, TRUST_SECONDS, TRUSTED_DEVICES_MAX } from '../../../policies/trusted-device.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { digestOf } from '../keys/digest.ts'
import { readList, writeList } from '../stored-record.ts'
import { namesOfFactors, type SecondFactorsOf } from './factors/second-factors.ts'

/** A browser as its owner sees it. */
export interface TrustedDevice {
  /** Identifies it in forms; no secret. */
  readonly key: string
  readonly userAgent: string
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly until: number
  readonly usedAt?: number
}

interface StoredDevice extends TrustedDevice {
  /** Of the value in the browser's cookie. */
  readonly hash: string
  /** Digest of what the trust is based on; see `bondOf`. */
  readonly bond: string
}

/**
 * The browsers that users trust: one document per user, changed by compare-and-replace. The store has hashes only. When
 * something changes that the trust is based on, nothing is deleted: the stored bond no longer matches, on every node at once.
 */
export interface TrustedDevices {
  /** Trusts a browser, and returns the value for its cookie. @param before the value that it had for this user until now */
  trust(sub: string, bond: string, userAgent: string, before: string | undefined): Promise<string>
  /** Whether a browser with this value is trusted now; records the use. */
  recognise(sub: string, bond: string, held: string): Promise<'holds' | 'over'>
  /** Those whose trust holds, the newest first. */
  list(sub: string, bond: string): Promise<readonly TrustedDevice[]>
  remove(sub: string, key: string): Promise<'removed' | 'missing'>
  removeAll(sub: string): Promise<'removed' | 'missing'>
}

/** What the trust is based on, revocation version, password stamp and second factors: a change of any of them ends it. */
export function bondOf({
  generation,
  passwordStamp,
  factors,
}: {
  readonly generation: number
  readonly passwordStamp: string
  readonly factors: SecondFactorsOf
}): string {
  return digestOf(JSON.stringify([generation, passwordStamp, ...namesOfFactors(factors)]))
}

const TRUSTED = 'trusted-devices'
const SECRET_BYTES = 32
const USER_AGENT_MAX_LENGTH = 300

const isOf = (held: string) => {
  const sent = Buffer.from(digestOf(held))
  return ({ hash }: StoredDevice): boolean => timingSafeEqual(Buffer.from(hash), sent)
}

export function trustedDevices(documents: DocumentStore, now: () => number): TrustedDevices {
  const parse = (text: string | undefined): readonly StoredDevice[] =>
    text === undefined ? [] : readList<StoredDevice>(text)
  /** Retried until the edit is written; one that returns undefined changes nothing. */
  const change = async (
    sub: string,
    edit: (kept: readonly StoredDevice[]) => readonly StoredDevice[] | undefined,
  ): Promise<void> => {
    for (;;) {
      const text = await documents.read(TRUSTED, sub)
      const next = edit(parse(text))
      if (next === undefined) return
      const written = next.length === 0 ? undefined : writeList(next)
      if ((await documents.replace(TRUSTED, sub, text, written)) === 'replaced') return
    }
  }
  const removeWhere = async (sub: string, isMeant: (kept: StoredDevice) => boolean): Promise<'removed' | 'missing'> => {
    let outcome = 'missing' as 'removed' | 'missing'
    await change(sub, (kept) => {
      outcome = kept.some(isMeant) ? 'removed' : 'missing'
      return outcome === 'removed' ? kept.filter((one) => !isMeant(one)) : undefined
    })
    return outcome
  }
  const holds =
    (bond: string) =>
    (trust: StoredDevice | undefined): boolean =>
      decideTrust({ trust, bond, now: now() }) === 'holds'
  return {
    async trust(sub, bond, userAgent, before) {
      const held = randomBytes(SECRET_BYTES).toString('base64url')
      const since = now()
      const fresh: StoredDevice = {
        key: randomBytes(9).toString('base64url'),
        hash: digestOf(held),
        bond,
        since,
        until: since + TRUST_SECONDS * 1000,
        userAgent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
      }
      const isBefore = before === undefined ? () => false : isOf(before)
      await change(sub, (kept) => {
        const others = kept.filter(holds(bond)).filter((one) => !isBefore(one))
        return [...others.slice(1 - TRUSTED_DEVICES_MAX), fresh]
      })
      return held
    },
    async recognise(sub, bond, held) {
      let outcome = 'over' as 'holds' | 'over'
      await change(sub, (kept) => {
        const found = kept.find(isOf(held))
        outcome = holds(bond)(found) ? 'holds' : 'over'
        return outcome === 'holds' ? kept.map((one) => (one === found ? { ...one, usedAt: now() } : one)) : undefined
      })
      return outcome
    },
    list: async (sub, bond) =>
      parse(await documents.read(TRUSTED, sub))
        .filter(holds(bond))
        .toReversed(),
    remove: (sub, key) => removeWhere(sub, (one) => one.key === key),
    removeAll: (sub) => removeWhere(sub, () => true),
  }
}
