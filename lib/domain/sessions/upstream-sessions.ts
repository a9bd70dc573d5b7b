/**
 * Sessions here whose users came from an upstream provider, and their end when the provider says so (D-A5). A logout token names them
 * by the provider's session or by its user; the store has digests of both.
 */
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { LogoutClaims } from '../../../policies/upstream-logout-token.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { Storage } from '../../ports/storage.ts'
import { digestOf } from '../keys/digest.ts'
import type { SessionEnding } from './ending.ts'
import type { UpstreamSession } from './session-record.ts'
import { type BrowserSession, sessionsOf } from './session-registry.ts'

/** A connector, as far as what it says must not be taken for what another one says. */
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

/** Of the account that was signed in, by a name. */
const HOLDER = 'upstream-holder'
/** Which logout token has ended what goes by a name. */
const ENDED = 'upstream-ended'
/** Which logout tokens were here before. */
const TOKEN = 'upstream-logout-token'
/** A node that dies while it ends sessions holds the token so long, in milliseconds; then it may come again. */
const LEASE_MS = 20_000
const MARGIN_MS = 60_000

type NameKind = 'sid' | 'sub' | 'sub-without-sid'

const nameOf = ({ connector, issuer }: UpstreamOrigin, kind: NameKind, value: string): string =>
  digestOf(JSON.stringify([connector, issuer, kind, value]), 16)

/** Whoever has no `sid` cannot be told apart from the other sessions of their user by one. */
const namesOfVisitor = (visitor: UpstreamVisitor): readonly string[] => [
  nameOf(visitor, 'sub', visitor.subject),
  visitor.sid === undefined ? nameOf(visitor, 'sub-without-sid', visitor.subject) : nameOf(visitor, 'sid', visitor.sid),
]

/** With a `sid` it is about that session alone (OIDC Back-Channel Logout s2.4). */
function namesInLogout(origin: UpstreamOrigin, { sid, subject }: LogoutClaims): readonly string[] {
  const named = (kind: NameKind, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [nameOf(origin, kind, value)]
  return sid === undefined ? named('sub', subject) : [...named('sid', sid), ...named('sub-without-sid', subject)]
}

/**
 * Remembers whom a sign-in at the provider leads to, so that a logout token finds their sessions. Comes before the session.
 * @param sub of the account here @param forMs how long what comes of it lives, in milliseconds
 */
export async function rememberVisitor(
  records: EphemeralStore,
  visitor: UpstreamVisitor,
  sub: string,
  forMs: number,
): Promise<UpstreamSession> {
  const names = namesOfVisitor(visitor)
  // A user may come again after a sign-out; a session of the provider that has ended does not.
  const ofUser = visitor.sid === undefined ? names : names.slice(0, 1)
  const earlier = await Promise.all(ofUser.map((name) => records.read(ENDED, name)))
  await Promise.all(names.map((name) => records.put(HOLDER, name, sub, forMs + MARGIN_MS)))
  return {
    connector: visitor.connector,
    hint: visitor.hint,
    names,
    earlier: earlier.filter((mark) => mark !== undefined),
  }
}

/** Whether the provider has ended it since the user came from there. */
export async function hasUpstreamEnded(
  records: Pick<EphemeralStore, 'read'>,
  { names, earlier }: UpstreamSession,
): Promise<boolean> {
  const marks = await Promise.all(names.map((name) => records.read(ENDED, name)))
  return marks.some((mark) => mark !== undefined && !earlier.includes(mark))
}

/** Ends what a provider says to have ended there. */
export interface UpstreamLogout {
  /**
   * Ends the sessions that the claims of a logout token name, refresh tokens with them, and notifies their clients.
   * @param now seconds since the epoch
   * @returns what has ended; `replayed`: the token was here before
   * @throws StoreUnavailable: then the same token may come again
   */
  end(origin: UpstreamOrigin, claims: LogoutClaims, now: number): Promise<readonly BrowserSession[] | 'replayed'>
}

export function upstreamLogout(
  storage: Storage,
  ending: Pick<SessionEnding, 'endSession'>,
  lifetimes: Lifetimes,
): UpstreamLogout {
  const { records } = storage
  const endNamed = async (names: readonly string[], mark: string): Promise<readonly BrowserSession[]> => {
    // Before the list is read: a session that is not on it yet finds the mark at its beginning.
    await Promise.all(names.map((name) => records.put(ENDED, name, mark, lifetimes.interaction * 1000 + MARGIN_MS)))
    const holders = await Promise.all(names.map((name) => records.read(HOLDER, name)))
    const subjects = [...new Set(holders.filter((sub) => sub !== undefined))]
    const known = (await Promise.all(subjects.map((sub) => sessionsOf(storage, sub)))).flat()
    const ended = known.filter(({ about }) => about.upstream?.names.some((name) => names.includes(name)))
    for (const session of ended) await ending.endSession(session, 'end')
    return ended
  }
  return {
    async end(origin, claims, now) {
      const id = digestOf(JSON.stringify([origin.connector, origin.issuer, claims.jti]))
      if ((await records.claim(TOKEN, id, 'underway', LEASE_MS)) === 'taken') return 'replayed'
      try {
        const ended = await endNamed(namesInLogout(origin, claims), id)
        await records.put(TOKEN, id, 'done', (claims.until - now) * 1000 + MARGIN_MS)
        return ended
      } catch (error) {
        // Not done: its sender comes again.
        await records.remove(TOKEN, id).catch(() => undefined)
        throw error
      }
    },
  }
}
