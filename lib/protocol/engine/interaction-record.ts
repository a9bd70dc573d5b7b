import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'

/** A stored authorization request that is waiting for the user, with the user's response once there is one. */
export interface Interaction {
  readonly uid: string
  /** The prompt that the engine is showing; see `prompts.ts`. */
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
  /** When the client was registered, milliseconds since the epoch. Used to detect a newer client with the same ID. */
  readonly clientSince?: number
}

/** Serializes an interaction. `state` and `nonce` stay outside the JSON, where escaping could double their size. */
export function writeInteraction(uid: string, { session, params, ...rest }: StoredInteraction): string {
  const { state = '', nonce = '', ...others } = params
  const { cookie: _cookie, ...known } = (session ?? {}) as { readonly cookie?: string }
  const head = {
    ...rest,
    // The engine requires these fields in its records.
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
