import { randomBytes } from 'node:crypto'
import { judgeLink, type KeptLink, type LinkBasis, type LinkFault } from '../../../policies/letter-links.ts'
import { LINK_SECONDS, type LinkKind } from '../../../policies/letters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { addresseeOf } from './addressee.ts'
import type { Correspondent, Correspondents } from './correspondent.ts'

const LINK = 'letter-link'
const USED = 'letter-link-used'
/** A link that does not work any more is remembered for a day, so that the page can say why. */
const EXPLAINED_MS = 86_400_000
const SECRET_BYTES = 24
const TOKEN = /^([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{32})$/

interface LinkRecord extends KeptLink {
  readonly sub: string
}

/** A link that works. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly user: Correspondent
  /** The address that is proved by it; undefined where the letter proves none. */
  readonly address: string | undefined
  readonly digest: string
  readonly key: string
}

/**
 * Links of letters: one working link of each kind for a user. The store has digests; the token is in the letter alone. A newer link
 * takes the place of the one before when its letter has been handed over, not before: a letter that is not sent ends nothing.
 */
export interface LetterLinks {
  /** Makes a link that works beside the one before. @param to the address that the letter goes to */
  issue(kind: LinkKind, user: Correspondent, to: string): Promise<string>
  /** Its letter was handed over: it is the only one of its kind now. */
  promote(kind: LinkKind, sub: string, token: string): Promise<void>
  /** Looks at a link; nothing changes. */
  open(kind: LinkKind, token: string): Promise<OpenLink | LinkFault>
  /** Uses a link up. Of any number of simultaneous callers one gets `first`. */
  use(link: OpenLink): Promise<'first' | 'used'>
  /** What it was used for could not be done: it works again. */
  giveBack(link: OpenLink): Promise<void>
}

export function letterLinks(records: EphemeralStore, users: Correspondents, now: () => number): LetterLinks {
  const keyOf = (kind: LinkKind, sub: string): string => digestOf(`${kind} ${sub}`, 12)
  const read = async (key: string): Promise<LinkRecord | undefined> => {
    const text = await records.read(LINK, key)
    return text === undefined ? undefined : readRecord<LinkRecord>(text)
  }
  const write = (kind: LinkKind, key: string, record: LinkRecord): Promise<void> =>
    records.put(LINK, key, writeRecord(record), LINK_SECONDS[kind] * 1000 + EXPLAINED_MS)
  const usedId = (key: string, digest: string): string => `${key} ${digest}`

  return {
    async issue(kind, user, to) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const key = keyOf(kind, user.sub)
      const digest = digestOf(secret)
      const before = await read(key)
      const until = now() + LINK_SECONDS[kind] * 1000
      const basis = { passwordStamp: user.passwordStamp, address: digestOf(to, 16) }
      const isSame =
        before !== undefined && before.passwordStamp === basis.passwordStamp && before.address === basis.address
      // The one before works until its own time, which is the earlier one; a link of another basis is of no use any more.
      const kept = isSame && now() < before.until ? before.digests.slice(0, 1) : []
      await write(kind, key, { sub: user.sub, digests: [...kept, digest], until, ...basis })
      return `${key}.${secret}`
    },
    async promote(kind, sub, token) {
      const key = keyOf(kind, sub)
      const digest = digestOf(TOKEN.exec(token)?.[2] ?? '')
      const record = await read(key)
      if (record?.digests.includes(digest) === true && record.digests.length > 1)
        await write(kind, key, { ...record, digests: [digest] })
    },
    async open(kind, token) {
      const [, key, secret] = TOKEN.exec(token) ?? []
      if (key === undefined || secret === undefined) return 'unknown'
      const digest = digestOf(secret)
      const [record, used] = await Promise.all([read(key), records.read(USED, usedId(key, digest))])
      // Another kind has another key, so a link is good for its own page alone.
      if (record === undefined || keyOf(kind, record.sub) !== key) return 'unknown'
      const user = await users.find(record.sub)
      if (user === undefined) return 'unknown'
      const to = addressOf(kind, user)
      const verdict = judgeLink(
        record,
        digest,
        used === undefined ? 'unused' : 'used',
        presentOf(user, to, record),
        now(),
      )
      return verdict === 'valid' ? { kind, user, address: to, digest, key } : verdict
    },
    async use({ key, digest, kind }) {
      const keepMs = LINK_SECONDS[kind] * 1000 + EXPLAINED_MS
      return (await records.claim(USED, usedId(key, digest), '', keepMs)) === 'claimed' ? 'first' : 'used'
    },
    giveBack: ({ key, digest }) => records.remove(USED, usedId(key, digest)),
  }
}

/** Where a letter with such a link would go now: what its link proves. */
function addressOf(kind: LinkKind, user: Correspondent): string | undefined {
  if (kind === 'not-me') return undefined
  const addressee = addresseeOf(kind, user, {})
  return 'to' in addressee ? addressee.to : undefined
}

/** "This was not me" holds whatever became of the address: somebody else may have changed it. */
function presentOf({ passwordStamp }: Correspondent, to: string | undefined, kept: LinkBasis): LinkBasis {
  return { passwordStamp, address: to === undefined ? kept.address : digestOf(to, 16) }
}
