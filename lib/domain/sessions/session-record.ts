import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** The engine's session data, excluding the cookie and the clients. */
export interface SessionPayload {
  readonly uid: string
  readonly accountId: string
  readonly loginTs?: number
  readonly acr?: string
  readonly amr?: readonly string[]
  /** Whether the cookie is discarded when the browser closes. */
  readonly transient?: boolean
}

/** For federated users: the identifiers with which the external provider can end the session (D-A5). */
export interface UpstreamSession {
  readonly connector: string
  /** The provider's `logout_hint`. */
  readonly hint: string
  /** Digests of the identifiers that logout tokens contain: the provider's user and session. */
  readonly user: string
  readonly session: string
  /** Marks that earlier sign-outs at the provider had left in the store when this session began. */
  readonly earlier: readonly string[]
}

export interface SessionBase {
  readonly payload: SessionPayload
  /** The subject's revocation version at sign-in; if the current version differs, the session has ended. */
  readonly subjectGeneration: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly writtenAt: number
  /** Latest time at which a federated user's session ends, in milliseconds since the epoch (D-A5). */
  readonly endsAt?: number | undefined
  readonly upstream?: UpstreamSession | undefined
}

export interface SessionClientEntry {
  readonly sid: string
  /** The first sign-in to this client in this session, in milliseconds since the epoch. */
  readonly at: number
  /** When the client first called register-session, if it did. */
  readonly registeredAt?: number
  /** All scopes granted in this session, across all sign-ins. */
  readonly scopes?: readonly string[]
  /** The client's revocation version at the last sign-in: access that ends later is one more notification. */
  readonly accessVersion?: number
}

/** The key of a session's record. It is a hash, so that a copy of the store contains no usable cookies. */
export const sessionKey = (cookie: string): string => digestOf(cookie, 16)

export function writeBase({ payload, subjectGeneration, startedAt, writtenAt, endsAt, upstream }: SessionBase): string {
  const { uid, accountId, loginTs, acr, amr, transient } = payload
  const known = { uid, accountId, loginTs, acr, amr, transient }
  return writeRecord({ payload: known, subjectGeneration, startedAt, writtenAt, endsAt, upstream })
}

export const readBase = (text: string): SessionBase => readRecord<SessionBase>(text)

/** Details shown in lists of sessions: time, IP address and browser. */
export interface SessionAbout {
  readonly startedAt: number
  readonly address: string
  readonly userAgent: string
  /** Same as in `SessionBase`. */
  readonly endsAt?: number
  readonly upstream?: UpstreamSession
  /** The key under which the record was stored before its last move; removed once the move is complete. */
  readonly replacedKey?: string
}

export function writeAbout(about: SessionAbout): string {
  return writeRecord({ ...about, userAgent: about.userAgent.slice(0, 300) } satisfies SessionAbout)
}
