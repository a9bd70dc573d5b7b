import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** The engine's session data, without the cookie and the clients. */
export interface SessionPayload {
  readonly uid: string
  readonly accountId: string
  readonly loginTs?: number
  readonly acr?: string
  readonly amr?: readonly string[]
  /** The cookie ends with the browser. */
  readonly transient?: boolean
}

/** For a federated user: the identifiers by which the external provider can end the session (D-A5). */
export interface UpstreamSession {
  readonly connector: string
  /** The provider's `logout_hint`. */
  readonly hint: string
  /** Digests of identifiers in logout tokens: the provider's user and session. */
  readonly user: string
  readonly session: string
  /** Marks of earlier sign-outs at the provider. */
  readonly earlier: readonly string[]
}

export interface SessionBase {
  readonly payload: SessionPayload
  /** Revocation version of the subject at the sign-in; a different one now means that the session has ended. */
  readonly subjectGeneration: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly writtenAt: number
  /** Latest end of a federated user's session, in milliseconds since the epoch (D-A5). */
  readonly endsAt?: number | undefined
  readonly upstream?: UpstreamSession | undefined
}

export interface SessionClientEntry {
  readonly sid: string
  /** The client's first sign-in in this session, milliseconds since the epoch. */
  readonly at: number
  /** The first call of register-session, if any. */
  readonly registeredAt?: number
  /** All scopes granted in this session, over all sign-ins. */
  readonly scopes?: readonly string[]
}

/** The key of a session's record: a hash, so that a copy of the store contains no usable cookie. */
export const sessionKey = (cookie: string): string => digestOf(cookie, 16)

export function writeBase({ payload, subjectGeneration, startedAt, writtenAt, endsAt, upstream }: SessionBase): string {
  const { uid, accountId, loginTs, acr, amr, transient } = payload
  const known = { uid, accountId, loginTs, acr, amr, transient }
  return writeRecord({ payload: known, subjectGeneration, startedAt, writtenAt, endsAt, upstream })
}

export const readBase = (text: string): SessionBase => readRecord<SessionBase>(text)

/** Details for lists of sessions: time, IP address and browser. */
export interface SessionAbout {
  readonly startedAt: number
  readonly address: string
  readonly userAgent: string
  /** Same as in `SessionBase`. */
  readonly endsAt?: number
  readonly upstream?: UpstreamSession
  /** The key before the record's last move, until the move is complete. */
  readonly replacedKey?: string
}

export function writeAbout(about: SessionAbout): string {
  return writeRecord({ ...about, userAgent: about.userAgent.slice(0, 300) } satisfies SessionAbout)
}
