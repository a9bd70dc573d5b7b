import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import type { NextStep } from '../../../policies/authorization-step.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { SessionBase, UpstreamSession } from '../../domain/sessions/session-record.ts'
import type { SessionEntry } from '../../ports/sessions.ts'
import type { RequestContext } from '../../web/request/request-context.ts'

/** The session record for the browser's cookie. It has not been validated yet. */
export interface StoredSession {
  readonly cookie: string
  readonly key: string
  readonly entry: SessionEntry | undefined
}

/** A valid session that was read from the store in this request. */
export interface LoadedSession extends SessionBase, SessionEntry {
  readonly key: string
  /** Revocation version of the user's tokens for the client. Undefined if the session was read before the client. */
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

/** State of one request, for callbacks from the engine. A request that resumes an interaction sets fewer fields. */
export interface EngineRun extends Partial<Omit<ValidatedRequest, 'client'>> {
  readonly context: RequestContext
  client?: Client
  user?: User
  session?: LoadedSession
  /** The next step, decided once and shared by all of the engine's prompts. */
  step?: Promise<NextStep>
  /** Whether the user signed in during the interaction that this request resumes. */
  signedIn?: boolean
  /** The user who signed in, and the revocation versions for everything that this sign-in issues. */
  authenticated?: {
    readonly accountId: string
    readonly generation: number
    readonly clientGeneration: LoadedSession['clientGeneration']
    /** Version of the user's roles. It was read before the user record, so it is never newer than the record. */
    readonly rolesGeneration: number
    /** Stamp of the password that was entered. A session is created only while that password is valid. */
    readonly passwordStamp: string | undefined
    /** The session and its tokens must end by this time (milliseconds since the epoch). */
    readonly endsAt: number | undefined
    /** Session at the external provider. If it ends, this sign-in ends as well. */
    readonly upstream: UpstreamSession | undefined
  }
  /** Key of the session whose cookie is replaced in this request. */
  replacedSessionKey?: string
  /** The client that receives a code in this request, and its scopes. The client is then added to the session. */
  grantedClient?: {
    readonly clientId: string
    readonly scopes: readonly string[]
    readonly accessVersion: number | undefined
  }
  /** The browser and the client that this request's interaction belongs to. */
  interaction?: {
    /** Digest that identifies the browser. */
    readonly browser: string
    readonly clientSince: number | undefined
  }
  /** Token family of the code issued in this request. */
  issued?: string
  /** Removes the session that was created in this request. */
  undoNewSession?: () => Promise<void>
  /** Ends the interaction that this request resumes; see `Interactions.end`. */
  finish?: () => Promise<'first' | 'ended'>
  /** The error that the engine reported, if any. */
  error?: unknown
  answer?: Readonly<Record<string, string>>
  params?: Readonly<Record<string, string | undefined>>
  location?: string
}

const runs = new AsyncLocalStorage<EngineRun>()

export const withRun = <T>(run: EngineRun, work: () => Promise<T>): Promise<T> => runs.run(run, work)

export function currentRun(): EngineRun {
  const run = runs.getStore()
  if (run === undefined) throw new Error('the engine was called outside of a request')
  return run
}
