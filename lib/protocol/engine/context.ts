import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import type { NextStep } from '../../../policies/authorization-step.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { SessionPayload, UpstreamSession } from '../../domain/sessions/session-record.ts'
import type { SessionEntry } from '../../ports/sessions.ts'
import type { RequestContext } from '../../web/request/request-context.ts'

/** The record of the browser's cookie, before anything was judged. */
export interface StoredSession {
  readonly cookie: string
  readonly key: string
  readonly entry: SessionEntry | undefined
}

/** A live session as it was read in this request. */
export interface LoadedSession {
  readonly key: string
  readonly payload: SessionPayload
  readonly base: string
  readonly clients: Readonly<Record<string, string>>
  readonly subjectGeneration: number
  /** Of what the client of this request holds, as far as the client was known. */
  readonly clientGeneration: { readonly client: string; readonly generation: number } | undefined
  readonly rolesGeneration: number
  /** When the user signed in to it, milliseconds since the epoch. */
  readonly startedAt: number
  readonly writtenAt: number
  readonly endsAt: number | undefined
  readonly upstream: UpstreamSession | undefined
}

/** An authorization request that is valid. */
export interface ValidatedRequest {
  readonly request: AuthorizationRequest
  readonly client: Client
  /** What `Engine.storedSession` gave. */
  readonly stored: StoredSession | undefined
  /** Whom a verified `id_token_hint` names. */
  readonly hintedSubject: string | undefined
}

/** What travels with one request through the engine and back: the engine asks, this remembers. */
export interface EngineRun {
  readonly context: RequestContext
  /** Judged before the engine is called; absent when an interaction is resumed. */
  readonly request?: AuthorizationRequest
  client?: Client
  user?: User
  /** Read together with the client, before the engine asked for it. */
  readonly stored?: StoredSession | undefined
  /** Whom a verified `id_token_hint` names. */
  readonly hintedSubject?: string | undefined
  session?: LoadedSession
  /** The decision that the prompts of the engine share. */
  step?: Promise<NextStep>
  /** The answer that is taken up in this request is that of a sign-in. */
  signedIn?: boolean
  /** Whose sign-in that was, and the subject's revocation version at that moment: what comes of it is issued under it. */
  authenticated?: {
    readonly accountId: string
    readonly generation: number
    readonly clientGeneration: LoadedSession['clientGeneration']
    /** Version of the subject's roles, read before the user was. */
    readonly rolesGeneration: number
    /** Of the password that was entered: a session that comes of it is born only while that is in force. */
    readonly passwordStamp: string | undefined
    /** When what comes of it ends at the latest, milliseconds since the epoch. */
    readonly endsAt: number | undefined
    /** How the provider that the user came from may end it. */
    readonly upstream: UpstreamSession | undefined
  }
  /** Key of the session that gets a new cookie in this request. */
  leaving?: string
  /** The client that was given a code in this request and must stand in the session, with what it was given. */
  joining?: { readonly clientId: string; readonly scopes: readonly string[] }
  /** Whom the interaction of this request belongs to. */
  interaction?: {
    /** Digest of the browser. */
    readonly browser: string
    readonly clientSince: number | undefined
  }
  /** The family of the code that was issued in this request. */
  issued?: string
  /** Takes back the session that began in this request. */
  undoNewSession?: () => Promise<void>
  /** Ends the interaction of this request, see `Interactions.end`. */
  finish?: () => Promise<'first' | 'over'>
  /** What came out. */
  error?: unknown
  answer?: Readonly<Record<string, string>>
  params?: Readonly<Record<string, string | undefined>>
  location?: string
}

const runs = new AsyncLocalStorage<EngineRun>()

export function withRun<T>(run: EngineRun, work: () => Promise<T>): Promise<T> {
  return runs.run(run, work)
}

export function currentRun(): EngineRun {
  const run = runs.getStore()
  if (run === undefined) throw new Error('the engine was called outside of a request')
  return run
}
