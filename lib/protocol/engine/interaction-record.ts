import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'

/** What a user is asked for a client, until they have answered: begun by an authorization request, and answered on its page. */
export interface Interaction {
  readonly uid: string
  /** What is asked, see `prompts.ts`. */
  readonly prompt: { readonly name: string }
  /** The authorization request as it was judged. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The session that it was begun in. */
  readonly session?: { readonly uid?: string; readonly accountId?: string }
  /** Where the browser goes with the answer. */
  readonly returnTo: string
  /** When it ends, seconds since the epoch. */
  readonly exp: number
  /** What was answered in the one before it, for the same request. */
  readonly lastSubmission?: Readonly<Record<string, unknown>>
  readonly result?: InteractionResult
}

/** The user's answer: a sign-in, a consent, or an error for the client. */
export interface InteractionResult {
  readonly signedIn?: boolean
  readonly login?: {
    readonly accountId: string
    /** When, in seconds since the epoch. */
    readonly ts?: number
    readonly acr?: string
    readonly amr?: readonly string[]
    /** False: the session ends with the browser. */
    readonly remember?: boolean
    readonly generation?: number
    readonly passwordStamp?: string
    readonly endsAt?: number
    readonly upstream?: UpstreamSession
  }
  readonly [name: string]: unknown
}

/**
 * An interaction as the store has it. Anybody can begin one, so it is small (D-G12), and nobody can become somebody with a copy of
 * it: the cookie of the session that it was begun in, which the engine adds, is left out.
 */
export interface StoredInteraction extends Omit<Interaction, 'uid'> {
  /** The browser that began it. */
  readonly browser: string
  /** When its client was registered: a later one with the same id is another client. Milliseconds since the epoch. */
  readonly clientSince?: number
}

/** `state` and `nonce` follow the rest as they were sent: as JSON, quotation marks would take twice their room. */
export function writeInteraction(uid: string, { session, params, ...rest }: StoredInteraction): string {
  const { state = '', nonce = '', ...others } = params
  const { cookie: _cookie, ...known } = (session ?? {}) as { readonly cookie?: string }
  const head = {
    ...rest,
    // By these the engine knows its own records.
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
