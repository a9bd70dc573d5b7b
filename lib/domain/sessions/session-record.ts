import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** What the engine stores of a session, without the cookie and without the clients. */
export interface SessionPayload {
  readonly uid: string
  readonly accountId: string
  readonly loginTs?: number
  readonly acr?: string
  readonly amr?: readonly string[]
  /** The cookie ends with the browser. */
  readonly transient?: boolean
}

/** Of a user from an upstream provider: what the provider may end it by (D-A5). */
export interface UpstreamSession {
  readonly connector: string
  /** What the provider takes as `logout_hint`. */
  readonly hint: string
  /** Digests of what a logout token may name: the provider's user, and its session. */
  readonly user: string
  readonly session: string
  /** Marks of sign-outs at the provider that came before it. */
  readonly earlier: readonly string[]
}

export interface SessionBase {
  readonly payload: SessionPayload
  /** Revocation version of the subject at the sign-in; another one now means that the session has ended. */
  readonly subjectGeneration: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly writtenAt: number
  /** When it ends at the latest, milliseconds since the epoch: its user came from an upstream provider (D-A5). */
  readonly endsAt?: number | undefined
  readonly upstream?: UpstreamSession | undefined
}

/** A client's entry in a session. */
export interface SessionClientEntry {
  readonly sid: string
  /** When it first signed in here, milliseconds since the epoch. */
  readonly at: number
  /** When it called register-session, if it did. */
  readonly registeredAt?: number
  /** All scopes that it was granted here, in any sign-in. */
  readonly scopes?: readonly string[]
}

/** The key of a session's record: a hash, so that a copy of the store contains no usable cookie. */
export function sessionKey(cookie: string): string {
  return digestOf(cookie, 16)
}

export function writeBase({ payload, subjectGeneration, startedAt, writtenAt, endsAt, upstream }: SessionBase): string {
  const { uid, accountId, loginTs, acr, amr, transient } = payload
  const known = { uid, accountId, loginTs, acr, amr, transient }
  return writeRecord({ payload: known, subjectGeneration, startedAt, writtenAt, endsAt, upstream })
}

export function readBase(text: string): SessionBase {
  return readRecord<SessionBase>(text)
}

/** What the lists of sessions show: when, from where, with which browser. */
export interface SessionAbout {
  readonly startedAt: number
  readonly address: string
  readonly userAgent: string
  /** As in its base. */
  readonly endsAt?: number
  readonly upstream?: UpstreamSession
  /** The key before the record's last move: it is there until the move is done. */
  readonly leaving?: string
}

export function writeAbout(about: SessionAbout): string {
  return writeRecord({ ...about, userAgent: about.userAgent.slice(0, 300) } satisfies SessionAbout)
}
