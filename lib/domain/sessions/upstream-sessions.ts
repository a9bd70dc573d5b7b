/**
 * Sessions here whose users came from an upstream provider (D-A5), as the provider may end them: by its own session, or by its user.
 * For each user of a provider the store has a document with what came of their sign-ins; it outlives the sessions, because refresh
 * tokens do (D-S3).
 */
import type { LogoutClaims } from '../../../policies/upstream-logout-token.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { changeList, readDocumentList } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import type { UpstreamSession } from './session-record.ts'

/** A connector, so that what one provider says is not taken for what another one says. */
export interface UpstreamOrigin {
  readonly connector: string
  readonly issuer: string
}

/** Who has signed in at the provider. */
export interface UpstreamVisitor extends UpstreamOrigin {
  readonly subject: string
  /** The provider's own session, where its ID token names one. */
  readonly sid?: string | undefined
  /** What the provider takes as `logout_hint`. */
  readonly hint: string
}

/** What came of one sign-in at a provider. */
export interface Begun {
  readonly sub: string
  /** The browser session. */
  readonly uid: string
  /** Digests, as in UpstreamSession. */
  readonly user: string
  readonly session: string
  /** When the last of it ends by itself, milliseconds since the epoch. */
  readonly until: number
}

/** By user of a provider: what came of their sign-ins. */
const BEGUN = 'upstream-sessions'
/** Of one user; what is older ends with the age of the connector. */
const BEGUN_MAX = 100
/** By session of a provider: its user. */
const USER_OF = 'upstream-user'
/** By either: which logout token has ended it. */
const ENDED = 'upstream-ended'
const MARGIN_MS = 60_000

/** `some session`: of this user, whose ID token named none. */
type NameKind = 'user' | 'session' | 'some session'

const nameOf = ({ connector, issuer }: UpstreamOrigin, kind: NameKind, value: string): string =>
  digestOf(JSON.stringify([connector, issuer, kind, value]), 16)

/**
 * A session as the provider may end it; comes before the session, so that no end is missed.
 * @param forMs how long what comes of it lives, in milliseconds
 */
export async function upstreamSession(
  records: EphemeralStore,
  visitor: UpstreamVisitor,
  forMs: number,
): Promise<UpstreamSession> {
  const { connector, subject, sid, hint } = visitor
  const user = nameOf(visitor, 'user', subject)
  if (sid === undefined) {
    const session = nameOf(visitor, 'some session', subject)
    return { connector, hint, user, session, earlier: await marksOf(records, [user, session]) }
  }
  const session = nameOf(visitor, 'session', sid)
  await records.put(USER_OF, session, user, forMs + MARGIN_MS)
  // A user may come again after a sign-out; a session of the provider that has ended does not.
  return { connector, hint, user, session, earlier: await marksOf(records, [user]) }
}

async function marksOf(records: Pick<EphemeralStore, 'read'>, names: readonly string[]): Promise<readonly string[]> {
  const marks = await Promise.all(names.map((name) => records.read(ENDED, name)))
  return marks.filter((mark) => mark !== undefined)
}

/** Whether the provider has ended it since its user came from there. */
export async function hasUpstreamEnded(
  records: Pick<EphemeralStore, 'read'>,
  { user, session, earlier }: UpstreamSession,
): Promise<boolean> {
  return (await marksOf(records, [user, session])).some((mark) => !earlier.includes(mark))
}

/** Remembers what a sign-in came to; the last look at `hasUpstreamEnded` comes after it. @param now milliseconds since the epoch */
export async function rememberBegun(documents: DocumentStore, begun: Begun, now: number): Promise<void> {
  await changeList<Begun>(documents, BEGUN, begun.user, (known) =>
    [begun, ...known.filter((one) => one.until > now && !isSame(one, begun))].slice(0, BEGUN_MAX),
  )
}

const isSame = (one: Begun, other: Begun): boolean => one.uid === other.uid && one.session === other.session

/** What a logout token ends. */
export interface NamedInLogout {
  /** What its sign-ins came to, as far as it has begun. */
  readonly begun: readonly Begun[]
  includes(one: Pick<Begun, 'user' | 'session'>): boolean
  /** It has all been ended. */
  forget(): Promise<void>
}

/**
 * Marks what the claims name as ended, then reads what there is of it: a sign-in that is not there yet finds the mark at its end.
 * @param forMs how long a sign-in may take from the provider's answer to its session, in milliseconds
 */
export async function markEnded(
  { records, documents }: { readonly records: EphemeralStore; readonly documents: DocumentStore },
  origin: UpstreamOrigin,
  { sid, subject }: LogoutClaims,
  mark: string,
  forMs: number,
): Promise<NamedInLogout> {
  const user = subject === undefined ? undefined : nameOf(origin, 'user', subject)
  const session = sid === undefined ? undefined : nameOf(origin, 'session', sid)
  // With a sid it is about that session alone (OIDC Back-Channel Logout s2.4); one that named none may be that session.
  const unnamed = subject === undefined ? undefined : nameOf(origin, 'some session', subject)
  const names = (session === undefined ? [user] : [session, unnamed]).filter((name) => name !== undefined)
  await Promise.all(names.map((name) => records.put(ENDED, name, mark, forMs + MARGIN_MS)))
  const includes: NamedInLogout['includes'] = (one) => names.includes(one.session) || names.includes(one.user)
  const users = [user, session === undefined ? undefined : await records.read(USER_OF, session)]
  const holders = [...new Set(users.filter((name) => name !== undefined))]
  const lists = await Promise.all(holders.map((name) => readDocumentList<Begun>(documents, BEGUN, name)))
  const begun = lists.flat().filter(includes)
  return {
    begun,
    includes,
    async forget() {
      for (const holder of holders)
        await changeList<Begun>(documents, BEGUN, holder, (known) =>
          known.filter((one) => !begun.some((old) => isSame(one, old))),
        )
    },
  }
}
