import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import type { NextStep } from '../../../policies/authorization-step.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { SessionBase, UpstreamSession } from '../../domain/sessions/session-record.ts'
import type { SessionEntry } from '../../ports/sessions.ts'
import type { RequestContext } from '../../web/request/request-context.ts'

/** The session record of the browser's cookie, not yet validated. */
export interface StoredSession {
  readonly cookie: string
  readonly key: string
  readonly entry: SessionEntry | undefined
}

/** A valid session, as read in this request. */
export interface LoadedSession extends SessionBase, SessionEntry {
  readonly key: string
  /** Revocation version of the subject's grants to this request's client, if that client was known. */
  readonly clientGeneration: { readonly client: string; readonly generation: number } | undefined
  readonly rolesGeneration: number
}

export interface ValidatedRequest {
  readonly request: AuthorizationRequest
  readonly client: Client
  /** Result of `Engine.storedSession`. */
  readonly stored: StoredSession | undefined
  /** Subject of a verified `id_token_hint`. */
  readonly hintedSubject: string | undefined
}

/** State of one request, for callbacks from the engine. The validated request is absent in a resumed interaction. */
export interface EngineRun extends Partial<Omit<ValidatedRequest, 'client'>> {
  readonly context: RequestContext
  client?: Client
  user?: User
  session?: LoadedSession
  /** The decision shared by all prompts of the engine. */
  step?: Promise<NextStep>
  /** Whether the interaction's result in this request is a sign-in. */
  signedIn?: boolean
  /** The sign-in's user and revocation versions. Everything that results from the sign-in is issued under them. */
  authenticated?: {
    readonly accountId: string
    readonly generation: number
    readonly clientGeneration: LoadedSession['clientGeneration']
    /** Version of the subject's roles, read before the user. */
    readonly rolesGeneration: number
    /** Of the entered password. A session is created only while this password is valid. */
    readonly passwordStamp: string | undefined
    /** Latest end of the session and its tokens, milliseconds since the epoch. */
    readonly endsAt: number | undefined
    /** Session at the external provider, which can end this sign-in. */
    readonly upstream: UpstreamSession | undefined
  }
  /** Key of the session whose cookie is replaced in this request. */
  replacedSessionKey?: string
  /** The client that receives a code in this request, and its scopes. It is added to the session. */
  grantedClient?: { readonly clientId: string; readonly scopes: readonly string[] }
  /** Browser and client of this request's interaction. */
  interaction?: {
    /** Digest of the browser. */
    readonly browser: string
    readonly clientSince: number | undefined
  }
  /** Token family of the code issued in this request. */
  issued?: string
  /** Removes the session that was created in this request. */
  undoNewSession?: () => Promise<void>
  /** Ends this request's interaction, see `Interactions.end`. */
  finish?: () => Promise<'first' | 'ended'>
  /** Results of the engine. */
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
