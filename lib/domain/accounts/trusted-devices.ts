import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { decideTrust, TRUST_SECONDS, TRUSTED_DEVICES_MAX } from '../../../policies/trusted-device.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { SecondFactorsOf } from './factors/second-factors.ts'

/** A browser as its owner sees it. */
export interface TrustedDevice {
  /** Names it in forms, and is no secret. */
  readonly key: string
  readonly userAgent: string
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly until: number
  readonly usedAt?: number
}

interface Kept extends TrustedDevice {
  /** Of what the browser holds. */
  readonly hash: string
  /** What the trust was built on. */
  readonly bond: string
}

/**
 * The browsers that people trust: one document a person, changed by compare-and-replace. The store has hashes only. Nothing is
 * deleted when trust ends by itself: its bond is that of another time, on every node at once.
 */
export interface TrustedDevices {
  /** Trusts a browser, and says what it must hold. @param before what it held for this person until now */
  trust(sub: string, bond: string, userAgent: string, before: string | undefined): Promise<string>
  /** Whether a browser that holds this is trusted now; notes the use. */
  recognise(sub: string, bond: string, held: string): Promise<'holds' | 'over'>
  /** Those whose trust holds, the newest first. */
  list(sub: string, bond: string): Promise<readonly TrustedDevice[]>
  remove(sub: string, key: string): Promise<'removed' | 'missing'>
  removeAll(sub: string): Promise<'removed' | 'missing'>
}

/** What the trust is built on: changed in any part, it is over. */
export function bondOf({
  generation,
  passwordStamp,
  factors,
}: {
  readonly generation: number
  readonly passwordStamp: string
  readonly factors: SecondFactorsOf
}): string {
  const { passkeys, totp } = factors
  const ground = [generation, passwordStamp, totp?.addedAt ?? null, ...passkeys.map(({ id }) => id).sort()]
  return createHash('sha256').update(JSON.stringify(ground)).digest('base64url')
}

const TRUSTED = 'trusted-devices'
const SECRET_BYTES = 32
const USER_AGENT_MAX_LENGTH = 300

const hashOf = (held: string): string => createHash('sha256').update(held).digest('base64url')
const isOf = (held: string) => {
  const sent = Buffer.from(hashOf(held))
  return ({ hash }: Kept): boolean => timingSafeEqual(Buffer.from(hash), sent)
}

export function trustedDevices(documents: DocumentStore, now: () => number): TrustedDevices {
  const parse = (text: string | undefined): readonly Kept[] =>
    text === undefined ? [] : (JSON.parse(text) as readonly Kept[])
  /** Until the edit is in; one that gives nothing changes nothing. */
  const change = async (sub: string, edit: (kept: readonly Kept[]) => readonly Kept[] | undefined): Promise<void> => {
    for (;;) {
      const text = await documents.read(TRUSTED, sub)
      const next = edit(parse(text))
      if (next === undefined) return
      const written = next.length === 0 ? undefined : JSON.stringify(next)
      if ((await documents.replace(TRUSTED, sub, text, written)) === 'replaced') return
    }
  }
  const withdraw = async (sub: string, isMeant: (kept: Kept) => boolean): Promise<'removed' | 'missing'> => {
    let outcome = 'missing' as 'removed' | 'missing'
    await change(sub, (kept) => {
      outcome = kept.some(isMeant) ? 'removed' : 'missing'
      return outcome === 'removed' ? kept.filter((one) => !isMeant(one)) : undefined
    })
    return outcome
  }
  const holds =
    (bond: string) =>
    (trust: Kept | undefined): boolean =>
      decideTrust({ trust, bond, now: now() }) === 'holds'
  return {
    async trust(sub, bond, userAgent, before) {
      const held = randomBytes(SECRET_BYTES).toString('base64url')
      const since = now()
      const fresh: Kept = {
        key: randomBytes(9).toString('base64url'),
        hash: hashOf(held),
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
    remove: (sub, key) => withdraw(sub, (one) => one.key === key),
    removeAll: (sub) => withdraw(sub, () => true),
  }
}
