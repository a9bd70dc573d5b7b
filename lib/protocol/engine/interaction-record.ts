import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'

/** The questions that an authorization request raises for the user, and the responses. */
export interface Interaction {
  readonly uid: string
  /** The engine's prompt, see `prompts.ts`. */
  readonly prompt: { readonly name: string }
  /** The validated authorization request. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The session in which the interaction started. */
  readonly session?: { readonly uid?: string; readonly accountId?: string }
  /** URL that the browser goes to once the user has responded. */
  readonly returnTo: string
  /** Expiry, seconds since the epoch. */
  readonly exp: number
  /** Result of the previous interaction for the same request. */
  readonly lastSubmission?: Readonly<Record<string, unknown>>
  readonly result?: InteractionResult
}

/** The user's response: a sign-in, a consent, or an error for the client. */
export interface InteractionResult {
  readonly signedIn?: boolean
  readonly login?: {
    readonly accountId: string
    /** Sign-in time, seconds since the epoch. */
    readonly ts?: number
    readonly acr?: string
    readonly amr?: readonly string[]
    /** If false, the session ends when the browser is closed. */
    readonly remember?: boolean
    readonly generation?: number
    readonly passwordStamp?: string
    readonly endsAt?: number
    readonly upstream?: UpstreamSession
  }
  readonly [name: string]: unknown
}

/**
 * An interaction as stored. It is kept small, because anonymous clients can create interactions (D-G12). It omits the
 * session cookie that the engine adds, so a copy of the store cannot be used to impersonate users.
 */
export interface StoredInteraction extends Omit<Interaction, 'uid'> {
  /** Binds the interaction to the browser that started it. */
  readonly browser: string
  /** When the client was registered, milliseconds since the epoch. A later client can have the same ID. */
  readonly clientSince?: number
}

/** Appends `state` and `nonce` unencoded, because JSON would double the size of any quotation marks in them. */
export function writeInteraction(uid: string, { session, params, ...rest }: StoredInteraction): string {
  const { state = '', nonce = '', ...others } = params
  const { cookie: _cookie, ...known } = (session ?? {}) as { readonly cookie?: string }
  const head = {
    ...rest,
    // The engine identifies its records by these fields.
    jti: uid,
    kind: 'Interaction',
    params: others,
    ...(session === undefined ? {} : { session: known }),
  }
  return [writeRecord(head), state, nonce].join('\n')
}

export function readInteraction(text: string): StoredInteraction {
  const [head = '', state, nonce] = text.split('\n')
  const interaction = readRecord<StoredInteraction>(head)
  return { ...interaction, params: { ...interaction.params, state, nonce } }
}
