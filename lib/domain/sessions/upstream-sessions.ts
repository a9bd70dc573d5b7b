/**
 * Sessions of federated users (D-A5). The external provider can end a single session or all of a user's sessions. One
 * document per provider user lists the resulting sessions. It is kept longer than the sessions, because refresh tokens
 * can outlive them (D-S3).
 */
import type { LogoutClaims } from '../../../policies/upstream-logout-token.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { changeList, readDocumentList } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import type { UpstreamSession } from './session-record.ts'

/** Includes the connector, so that a logout at one provider does not affect another provider's users. */
export interface UpstreamOrigin {
  readonly connector: string
  readonly issuer: string
}

/** The user who signed in at the provider. */
export interface UpstreamVisitor extends UpstreamOrigin {
  readonly subject: string
  /** ID of the user's session at the provider, if the ID token contains a `sid`. */
  readonly sid?: string | undefined
  /** The provider's `logout_hint`. */
  readonly hint: string
}

/** The session that results from a sign-in at a provider. */
export interface UpstreamSignIn {
  readonly sub: string
  readonly uid: string
  /** Digests, as in `UpstreamSession`. */
  readonly user: string
  readonly session: string
  /** Latest time at which the session and its tokens end, in milliseconds since the epoch. */
  readonly until: number
}

/** Collection that maps each provider user to the resulting sessions. */
const BEGUN = 'upstream-sessions'
/** Maximum number of sessions listed per user. Older ones end only when they reach the connector's maximum age. */
const BEGUN_MAX = 100
/** Maps a provider's session to its user. */
const USER_OF = 'upstream-user'
/** Holds the logout token that ended a session or all of a user's sessions. */
const ENDED = 'upstream-ended'
const MARGIN_MS = 60_000

/** `some session`: any of the user's sessions whose ID token contained no `sid`. */
type NameKind = 'user' | 'session' | 'some session'

const nameOf = ({ connector, issuer }: UpstreamOrigin, kind: NameKind, value: string): string =>
  digestOf(JSON.stringify([connector, issuer, kind, value]), 16)

/**
 * The identifiers with which the provider can end a session. Call before creating the session, so no logout is missed.
 * @param forMs longest lifetime of the session and its tokens, in milliseconds
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
  // Earlier marks are ignored only for the user, who can sign in again. A provider session that ended stays ended.
  return { connector, hint, user, session, earlier: await marksOf(records, [user]) }
}

async function marksOf(records: Pick<EphemeralStore, 'read'>, names: readonly string[]): Promise<readonly string[]> {
  const marks = await Promise.all(names.map((name) => records.read(ENDED, name)))
  return marks.filter((mark) => mark !== undefined)
}

/** Whether the provider has ended the session since the user signed in there. */
export async function hasUpstreamEnded(
  records: Pick<EphemeralStore, 'read'>,
  { user, session, earlier }: UpstreamSession,
): Promise<boolean> {
  return (await marksOf(records, [user, session])).some((mark) => !earlier.includes(mark))
}

/**
 * Records the session that a sign-in created. Call `hasUpstreamEnded` again after this. @param now ms since the epoch
 */
export async function rememberSignIn(documents: DocumentStore, begun: UpstreamSignIn, now: number): Promise<void> {
  await changeList<UpstreamSignIn>(documents, BEGUN, begun.user, (known) =>
    [begun, ...known.filter((one) => one.until > now && !isSame(one, begun))].slice(0, BEGUN_MAX),
  )
}

const isSame = (one: UpstreamSignIn, other: UpstreamSignIn): boolean =>
  one.uid === other.uid && one.session === other.session

/** The sessions that a provider's logout token ends. */
export type NamedInLogout = Awaited<ReturnType<typeof markEnded>>

/**
 * Marks the user or session in the claims as ended before reading the affected sessions, so new sign-ins see the mark.
 * @param forMs longest time from the provider's response to the creation of the session, in milliseconds
 */
export async function markEnded(
  { records, documents }: { readonly records: EphemeralStore; readonly documents: DocumentStore },
  origin: UpstreamOrigin,
  { sid, subject }: LogoutClaims,
  mark: string,
  forMs: number,
) {
  const user = subject === undefined ? undefined : nameOf(origin, 'user', subject)
  const session = sid === undefined ? undefined : nameOf(origin, 'session', sid)
  // A `sid` limits the logout to that session (OIDC Back-Channel Logout s2.4) and to sessions without a `sid`.
  const unnamed = subject === undefined ? undefined : nameOf(origin, 'some session', subject)
  const names = (session === undefined ? [user] : [session, unnamed]).filter((name) => name !== undefined)
  await Promise.all(names.map((name) => records.put(ENDED, name, mark, forMs + MARGIN_MS)))
  const includes = (one: Pick<UpstreamSignIn, 'user' | 'session'>): boolean =>
    names.includes(one.session) || names.includes(one.user)
  const users = [user, session === undefined ? undefined : await records.read(USER_OF, session)]
  const holders = [...new Set(users.filter((name) => name !== undefined))]
  const lists = await Promise.all(holders.map((name) => readDocumentList<UpstreamSignIn>(documents, BEGUN, name)))
  const begun = lists.flat().filter(includes)
  return {
    /** Sessions that existed when the logout token was received. */
    begun,
    includes,
    /** Call this once all sessions that the token identifies have ended. */
    async forget(): Promise<void> {
      for (const holder of holders)
        await changeList<UpstreamSignIn>(documents, BEGUN, holder, (known) =>
          known.filter((one) => !begun.some((old) => isSame(one, old))),
        )
    },
  }
}
