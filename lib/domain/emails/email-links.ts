import { randomBytes } from 'node:crypto'
import { type LinkBasis, type LinkIssue, type StoredLink, validateLink } from '../../../policies/email-links.ts'
import { LINK_SECONDS, type LinkKind } from '../../../policies/emails.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { digestOf } from '../keys/digest.ts'
import { recordIn, writeRecord } from '../stored-record.ts'
import { recipientOf } from './recipient.ts'
import type { Recipient, RecipientDirectory } from './recipient-directory.ts'

const LINK = 'email-link'
const NEWEST = 'email-newest'
const USED = 'email-link-used'
/** Expired links are kept for a day, so the page can explain why they no longer work. */
const EXPLAINED_MS = 86_400_000
/** How long a link stays marked as in use. If the node dies in the meantime, the link then works again. */
const USE_MS = 60_000
const SECRET_BYTES = 24
const TOKEN = /^[A-Za-z0-9_-]{32}$/

interface LinkRecord extends StoredLink {
  readonly kind: LinkKind
  readonly sub: string
  /** Identifies a group of links in which the newest one invalidates the others. */
  readonly slot: string
  readonly interaction?: string
}

/** Among the links with the same `slot`, the one whose email was handed over most recently. */
interface Newest {
  readonly sequence: number
  readonly digest: string
}
const NONE: Newest = { sequence: 0, digest: '' }

export interface OpenLink {
  readonly kind: LinkKind
  readonly user: Recipient
  /** The email address that the link verifies; undefined if it verifies none. */
  readonly address: string | undefined
  /** The recently replaced email address, if the email was sent to it. */
  readonly former: string | undefined
  readonly digest: string
  /** The sign-in that the recovery continues, if the browser that started it opens the link. */
  readonly interaction?: string | undefined
}

export interface LinkDraft {
  readonly kind: LinkKind
  readonly user: Recipient
  readonly to: string
  readonly interaction?: string | undefined
}

/**
 * Links in emails. The store holds only digests; only the email contains the token. A newer link invalidates an older
 * one once its email is handed over, so an email that is not sent invalidates nothing.
 */
export type EmailLinks = ReturnType<typeof emailLinks>

export function emailLinks(records: EphemeralStore, users: RecipientDirectory, now: () => number) {
  const keptMs = (kind: LinkKind): number => LINK_SECONDS[kind] * 1000 + EXPLAINED_MS
  const read = async (digest: string) => recordIn<LinkRecord>(await records.read(LINK, digest))
  const newestOf = async (slot: string) => recordIn<Newest>(await records.read(NEWEST, slot)) ?? NONE

  return {
    async issue({ kind, user, to, interaction }: LinkDraft): Promise<string> {
      const token = randomBytes(SECRET_BYTES).toString('base64url')
      const address = digestOf(to, 16)
      // A notice to the current address, which may be an attacker's, must not invalidate one to the former address.
      const slot = digestOf(JSON.stringify([kind, user.sub, kind === 'not-me' ? address : '']), 16)
      const record: LinkRecord = {
        kind,
        sub: user.sub,
        slot,
        sequence: (await newestOf(slot)).sequence,
        until: now() + LINK_SECONDS[kind] * 1000,
        passwordStamp: user.linkStamp,
        address,
        ...(interaction === undefined ? {} : { interaction }),
      }
      await records.put(LINK, digestOf(token), writeRecord(record), keptMs(kind))
      return token
    },
    /** Call after the email is handed over; invalidates older links of the same kind. */
    async promote(token: string): Promise<void> {
      const digest = digestOf(token)
      const record = await read(digest)
      if (record === undefined) return
      // Write once, so one link works even after a failure. If two handovers coincide, the link written last works.
      const newest: Newest = { sequence: (await newestOf(record.slot)).sequence + 1, digest }
      await records.put(NEWEST, record.slot, writeRecord(newest), keptMs(record.kind))
    },
    /** Reads a link without using it. */
    async open(kind: LinkKind, token: string): Promise<OpenLink | LinkIssue> {
      if (!TOKEN.test(token)) return 'unknown'
      const digest = digestOf(token)
      const [record, used] = await Promise.all([read(digest), records.read(USED, digest)])
      // A link is valid only on the page for its kind.
      if (record === undefined || record.kind !== kind) return 'unknown'
      const [user, newest] = await Promise.all([users.find(record.sub), newestOf(record.slot)])
      if (user === undefined) return 'unknown'
      const address = addressOf(kind, user)
      const state = used === undefined ? 'unused' : 'used'
      const former = formerOf(user, record, now())
      const kept = newest.digest === digest ? { ...record, sequence: newest.sequence } : record
      const verdict = validateLink(kept, state, newest.sequence, presentOf(record, user, address, former), now())
      return verdict === 'valid' ? { kind, user, address, former, digest, interaction: record.interaction } : verdict
    },
    /** Starts using a link. Among simultaneous callers, only one gets `first`. */
    use: async ({ digest }: OpenLink): Promise<'first' | 'used'> =>
      (await records.claim(USED, digest, 'begun', USE_MS)) === 'claimed' ? 'first' : 'used',
    /** Marks the link as permanently used. */
    finish: ({ digest, kind }: OpenLink): Promise<void> => records.put(USED, digest, 'done', keptMs(kind)),
    /** Marks the link as unused, so that it works again. */
    giveBack: ({ digest }: OpenLink): Promise<void> => records.remove(USED, digest),
  }
}

/** The email address that the link verifies, which is the current recipient of this kind of email. */
function addressOf(kind: LinkKind, user: Recipient): string | undefined {
  // Links sent before the user moved to an external provider cannot set a password either.
  if (kind === 'not-me' || (kind === 'recovery' && user.externalProvider !== undefined)) return undefined
  const recipient = recipientOf(kind, user, {})
  return 'to' in recipient ? recipient.to : undefined
}

/** The recently replaced email address, if the email was sent to it. */
function formerOf({ formerEmail }: Recipient, { kind, address }: LinkRecord, now: number): string | undefined {
  const isFormer = kind === 'not-me' && formerEmail !== undefined && now < formerEmail.until
  return isFormer && digestOf(formerEmail.address, 16) === address ? formerEmail.address : undefined
}

/**
 * A "This was not me" link is valid if it was sent to the current or the recently replaced email address. If it was
 * sent to the replaced one, a password change does not invalidate it, because an attacker may have made the change.
 */
function presentOf(
  kept: LinkRecord,
  { email, linkStamp }: Recipient,
  address: string | undefined,
  former: string | undefined,
): LinkBasis | undefined {
  if (former !== undefined) return kept
  const present = kept.kind === 'not-me' ? email : address
  return present === undefined ? undefined : { passwordStamp: linkStamp, address: digestOf(present, 16) }
}
