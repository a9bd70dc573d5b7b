import { createHash } from 'node:crypto'

/** What the engine keeps of a session, without the cookie and without the clients. */
export interface SessionPayload {
  readonly uid: string
  readonly accountId: string
  readonly loginTs?: number
  readonly acr?: string
  readonly amr?: readonly string[]
  /** The cookie ends with the browser. */
  readonly transient?: boolean
}

export interface SessionBase {
  readonly payload: SessionPayload
  /** Generation of the subject at the sign-in; another one now means that the session is over. */
  readonly subjectGeneration: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly writtenAt: number
}

/** A client's entry in a session. */
export interface SessionClientEntry {
  readonly sid: string
  /** When it first signed in here, milliseconds since the epoch. */
  readonly at: number
  /** When it called register-session, if it did. */
  readonly registeredAt?: number
  /** All that it was given here, in whichever sign-in. */
  readonly scopes?: readonly string[]
}

/** Where a session is kept: under a hash, so that the store gives no one a cookie. */
export function sessionKey(cookie: string): string {
  return createHash('sha256').update(cookie).digest().subarray(0, 16).toString('base64url')
}

export function writeBase({ payload, subjectGeneration, startedAt, writtenAt }: SessionBase): string {
  const { uid, accountId, loginTs, acr, amr, transient } = payload
  return JSON.stringify({
    payload: { uid, accountId, loginTs, acr, amr, transient },
    subjectGeneration,
    startedAt,
    writtenAt,
  })
}

export function readBase(text: string): SessionBase {
  return JSON.parse(text) as SessionBase
}

/** What the lists of sessions show: when, from where, with which browser. */
export interface SessionAbout {
  readonly startedAt: number
  readonly address: string
  readonly userAgent: string
  /** Where the record was before its last move: it is there until the move is done. */
  readonly leaving?: string
}

export function writeAbout(about: SessionAbout): string {
  return JSON.stringify({ ...about, userAgent: about.userAgent.slice(0, 300) } satisfies SessionAbout)
}
