import { randomBytes } from 'node:crypto'
import { judgeLink, type KeptLink, type LinkBasis, type LinkFault } from '../../../policies/letter-links.ts'
import { LINK_SECONDS, type LinkKind } from '../../../policies/letters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { addresseeOf } from './addressee.ts'
import type { Correspondent, Correspondents } from './correspondent.ts'

const LINK = 'letter-link'
const NEWEST = 'letter-newest'
const USED = 'letter-link-used'
/** A link that does not work any more is remembered for a day, so that the page can say why. */
const EXPLAINED_MS = 86_400_000
/** How long a use may take; after the death of its node the link works again. */
const USE_MS = 60_000
const SECRET_BYTES = 24
const TOKEN = /^[A-Za-z0-9_-]{32}$/

interface LinkRecord extends KeptLink {
  readonly kind: LinkKind
  readonly sub: string
  /** The newest of these ends the others. */
  readonly slot: string
}

/** The link whose letter was handed over last, of those in its slot. */
interface Newest {
  readonly sequence: number
  readonly digest: string
}
const NONE: Newest = { sequence: 0, digest: '' }

/** A link that works. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly user: Correspondent
  /** The address that is proved by it; undefined where the letter proves none. */
  readonly address: string | undefined
  /** The address that gave way lately, where this letter went to it. */
  readonly former: string | undefined
  readonly digest: string
}

/** What a link is made for. */
export interface LinkDraft {
  readonly kind: LinkKind
  readonly user: Correspondent
  /** The address that the letter goes to. */
  readonly to: string
}

/**
 * Links of letters. The store has digests; the token is in the letter alone. A newer link ends the one before when its letter has been
 * handed over, not before: a letter that is not sent ends nothing.
 */
export type LetterLinks = ReturnType<typeof letterLinks>

export function letterLinks(records: EphemeralStore, users: Correspondents, now: () => number) {
  const keptMs = (kind: LinkKind): number => LINK_SECONDS[kind] * 1000 + EXPLAINED_MS
  const read = async (digest: string): Promise<LinkRecord | undefined> => {
    const text = await records.read(LINK, digest)
    return text === undefined ? undefined : readRecord<LinkRecord>(text)
  }
  const newestOf = async (slot: string): Promise<Newest> => {
    const text = await records.read(NEWEST, slot)
    return text === undefined ? NONE : readRecord<Newest>(text)
  }

  return {
    async issue({ kind, user, to }: LinkDraft): Promise<string> {
      const token = randomBytes(SECRET_BYTES).toString('base64url')
      const address = digestOf(to, 16)
      // Notices to a former address do not end those to the present one, which somebody else may have entered.
      const slot = digestOf(JSON.stringify([kind, user.sub, kind === 'not-me' ? address : '']), 16)
      const record: LinkRecord = {
        kind,
        sub: user.sub,
        slot,
        sequence: (await newestOf(slot)).sequence,
        until: now() + LINK_SECONDS[kind] * 1000,
        passwordStamp: user.linkStamp,
        address,
      }
      await records.put(LINK, digestOf(token), writeRecord(record), keptMs(kind))
      return token
    },
    /** Its letter was handed over: older links of its kind end. */
    async promote(token: string): Promise<void> {
      const digest = digestOf(token)
      const record = await read(digest)
      if (record === undefined) return
      // One write: whatever fails, one of the links works. Of letters that are handed over in the same moment, the last one's does.
      const newest: Newest = { sequence: (await newestOf(record.slot)).sequence + 1, digest }
      await records.put(NEWEST, record.slot, writeRecord(newest), keptMs(record.kind))
    },
    /** Looks at a link; nothing changes. */
    async open(kind: LinkKind, token: string): Promise<OpenLink | LinkFault> {
      if (!TOKEN.test(token)) return 'unknown'
      const digest = digestOf(token)
      const [record, used] = await Promise.all([read(digest), records.read(USED, digest)])
      // A link is good for its own page alone.
      if (record === undefined || record.kind !== kind) return 'unknown'
      const [user, newest] = await Promise.all([users.find(record.sub), newestOf(record.slot)])
      if (user === undefined) return 'unknown'
      const address = addressOf(kind, user)
      const state = used === undefined ? 'unused' : 'used'
      const former = formerOf(user, record, now())
      const kept = newest.digest === digest ? { ...record, sequence: newest.sequence } : record
      const verdict = judgeLink(kept, state, newest.sequence, presentOf(record, user, address, former), now())
      return verdict === 'valid' ? { kind, user, address, former, digest } : verdict
    },
    /** Begins to use a link. Of any number of simultaneous callers one gets `first`. */
    use: async ({ digest }: OpenLink): Promise<'first' | 'used'> =>
      (await records.claim(USED, digest, 'begun', USE_MS)) === 'claimed' ? 'first' : 'used',
    /** What it was for is done: it is used for good. */
    finish: ({ digest, kind }: OpenLink): Promise<void> => records.put(USED, digest, 'done', keptMs(kind)),
    /** What it was for could not be done: it works again. */
    giveBack: ({ digest }: OpenLink): Promise<void> => records.remove(USED, digest),
  }
}

/** Where a letter with such a link would go now: what its link proves. */
function addressOf(kind: LinkKind, user: Correspondent): string | undefined {
  // A link that was sent before its user came to sign in elsewhere makes no password either.
  if (kind === 'not-me' || (kind === 'recovery' && user.elsewhere !== undefined)) return undefined
  const addressee = addresseeOf(kind, user, {})
  return 'to' in addressee ? addressee.to : undefined
}

/** The address that gave way lately, if the letter went to it. */
function formerOf({ formerEmail }: Correspondent, { kind, address }: LinkRecord, now: number): string | undefined {
  const isFormer = kind === 'not-me' && formerEmail !== undefined && now < formerEmail.until
  return isFormer && digestOf(formerEmail.address, 16) === address ? formerEmail.address : undefined
}

/**
 * "This was not me" holds at the present address, and at the one that gave way lately: there whatever became of the password, which is
 * somebody else's by then, perhaps. No other address has a say.
 */
function presentOf(
  kept: LinkRecord,
  { email, linkStamp }: Correspondent,
  address: string | undefined,
  former: string | undefined,
): LinkBasis | undefined {
  if (former !== undefined) return kept
  const present = kept.kind === 'not-me' ? email : address
  return present === undefined ? undefined : { passwordStamp: linkStamp, address: digestOf(present, 16) }
}
