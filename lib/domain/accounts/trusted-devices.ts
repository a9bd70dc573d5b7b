import { randomBytes, timingSafeEqual } from 'node:crypto'
import { decideTrust, TRUST_SECONDS, TRUSTED_DEVICES_MAX } from '../../../policies/trusted-device.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeList, readDocumentList } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import { namesOfFactors, type SecondFactorsOf } from './factors/second-factors.ts'

/** A trusted browser, as shown to its user. */
export interface TrustedDevice {
  /** Identifies the browser in forms; not a secret. */
  readonly key: string
  readonly userAgent: string
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly until: number
  readonly usedAt?: number
}

interface StoredDevice extends TrustedDevice {
  /** Hash of the cookie value. */
  readonly hash: string
  /** Digest of the values that the trust depends on; see `bindingOf`. */
  readonly binding: string
}

/**
 * The browsers that users trust, stored as one document per user and changed with compare-and-replace. The store holds
 * only hashes. When a value that the trust depends on changes, the stored binding stops matching immediately on every
 * node; nothing is deleted.
 */
export type TrustedDevices = ReturnType<typeof trustedDevices>

/** Trust ends when the revocation version, the password stamp, or the second factors change. */
export const bindingOf = (generation: number, passwordStamp: string, factors: SecondFactorsOf): string =>
  digestOf(JSON.stringify([generation, passwordStamp, ...namesOfFactors(factors)]))

const TRUSTED = 'trusted-devices'
const SECRET_BYTES = 32
const USER_AGENT_MAX_LENGTH = 300

const isOf = (held: string) => {
  const sent = Buffer.from(digestOf(held))
  return ({ hash }: StoredDevice): boolean => timingSafeEqual(Buffer.from(hash), sent)
}

export function trustedDevices(documents: DocumentStore, now: () => number) {
  const change = (sub: string, edit: (kept: readonly StoredDevice[]) => readonly StoredDevice[]) =>
    changeList<StoredDevice>(documents, TRUSTED, sub, edit)
  const removeWhere = async (sub: string, isMeant: (kept: StoredDevice) => boolean): Promise<'removed' | 'missing'> => {
    const { before, after } = await change(sub, (kept) => kept.filter((one) => !isMeant(one)))
    return after.length < before.length ? 'removed' : 'missing'
  }
  const isValid =
    (binding: string) =>
    (trust: StoredDevice | undefined): boolean =>
      decideTrust({ trust, binding, now: now() }) === 'valid'
  return {
    /** Trusts a browser and returns its cookie value. @param before the previous cookie value for this user */
    async trust(sub: string, binding: string, userAgent: string, before: string | undefined): Promise<string> {
      const held = randomBytes(SECRET_BYTES).toString('base64url')
      const since = now()
      const fresh: StoredDevice = {
        key: randomBytes(9).toString('base64url'),
        hash: digestOf(held),
        binding,
        since,
        until: since + TRUST_SECONDS * 1000,
        userAgent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
      }
      const isBefore = before === undefined ? () => false : isOf(before)
      await change(sub, (kept) => {
        const others = kept.filter(isValid(binding)).filter((one) => !isBefore(one))
        return [...others.slice(1 - TRUSTED_DEVICES_MAX), fresh]
      })
      return held
    },
    /** Checks whether the browser with this cookie value is still trusted. If so, records that it was used. */
    async recognise(sub: string, binding: string, held: string): Promise<'valid' | 'revoked'> {
      const isHeld = isOf(held)
      const isTrusted = (one: StoredDevice): boolean => isHeld(one) && isValid(binding)(one)
      const { after } = await change(sub, (kept) =>
        kept.map((one) => (isTrusted(one) ? { ...one, usedAt: now() } : one)),
      )
      return after.some(isTrusted) ? 'valid' : 'revoked'
    },
    /** Currently trusted browsers, newest first. */
    async list(sub: string, binding: string): Promise<readonly TrustedDevice[]> {
      const kept = await readDocumentList<StoredDevice>(documents, TRUSTED, sub)
      return kept.filter(isValid(binding)).toReversed()
    },
    /** Keys of all browsers on record, also of those whose trust has ended. */
    keys: async (sub: string): Promise<readonly string[]> =>
      (await readDocumentList<StoredDevice>(documents, TRUSTED, sub)).map(({ key }) => key),
    remove: (sub: string, key: string): Promise<'removed' | 'missing'> => removeWhere(sub, (one) => one.key === key),
    removeAll: (sub: string): Promise<'removed' | 'missing'> => removeWhere(sub, () => true),
  }
}
