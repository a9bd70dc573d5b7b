import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import type { NextStep } from '../../../policies/authorization-step.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { SessionBase, UpstreamSession } from '../../domain/sessions/session-record.ts'
import type { SessionEntry } from '../../ports/sessions.ts'
import type { RequestContext } from '../../web/request/request-context.ts'

/** The session record that the browser's cookie refers to, not yet validated. */
export interface StoredSession {
  readonly cookie: string
  readonly key: string
  readonly entry: SessionEntry | undefined
}

/** A valid session, as read in this request. */
export interface LoadedSession extends SessionBase, SessionEntry {
  readonly key: string
  /** Revocation version of the subject's grants to this request's client, if the client was already known. */
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

/** State of one request, for callbacks from the engine. A resumed interaction has no validated request. */
export interface EngineRun extends Partial<Omit<ValidatedRequest, 'client'>> {
  readonly context: RequestContext
  client?: Client
  user?: User
  session?: LoadedSession
  /** The decision that all the engine's prompts share. */
  step?: Promise<NextStep>
  /** Whether the interaction's result in this request is a sign-in. */
  signedIn?: boolean
  /** The user who signed in, and the revocation versions under which everything from this sign-in is issued. */
  authenticated?: {
    readonly accountId: string
    readonly generation: number
    readonly clientGeneration: LoadedSession['clientGeneration']
    /** Version of the subject's roles, read before the user record was. */
    readonly rolesGeneration: number
    /** Stamp of the password that was entered. A session is created only while that password is valid. */
    readonly passwordStamp: string | undefined
    /** Latest end of the session and its tokens, milliseconds since the epoch. */
    readonly endsAt: number | undefined
    /** Session at the external provider, which can end this sign-in. */
    readonly upstream: UpstreamSession | undefined
  }
  /** Key of the session whose cookie is replaced in this request. */
  replacedSessionKey?: string
  /** The client that gets a code in this request, and the code's scopes. The client is added to the session. */
  grantedClient?: { readonly clientId: string; readonly scopes: readonly string[] }
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
  /** Ends this request's interaction, see `Interactions.end`. */
  finish?: () => Promise<'first' | 'ended'>
  /** The engine's results. */
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
