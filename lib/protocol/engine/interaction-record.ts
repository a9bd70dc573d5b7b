import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'

/**
 * An interaction as the store has it. Anybody can begin one, so it is small (D-G12), and nobody can become somebody with a copy of
 * it: the cookie of the session that it was begun in, which the engine adds, is left out.
 */
export interface StoredInteraction {
  /** The browser that began it; absent in what version 0.1.0 wrote. */
  readonly browser?: string
  /** When its client was registered: a later one with the same id is another client. Milliseconds since the epoch. */
  readonly clientSince?: number
  readonly params: Readonly<Record<string, string | undefined>>
  readonly session?: Readonly<Record<string, unknown>>
  readonly result?: {
    readonly signedIn?: boolean
    readonly login?: {
      readonly accountId: string
      readonly generation?: number
      readonly passwordStamp?: string
      readonly endsAt?: number
      readonly upstream?: UpstreamSession
    }
  }
}

/** `state` and `nonce` follow the rest as they were sent: as JSON, quotation marks would take twice their room. */
export function writeInteraction({ session, params, ...rest }: StoredInteraction): string {
  const { state = '', nonce = '', ...others } = params
  const { cookie: _cookie, ...known } = session ?? {}
  const head = { ...rest, params: others, ...(session === undefined ? {} : { session: known }) }
  return [writeRecord(head), state, nonce].join('\n')
}

export function readInteraction(text: string): StoredInteraction {
  const [head = '', state, nonce] = text.split('\n')
  const interaction = readRecord<StoredInteraction>(head)
  // Of version 0.1.0, the first line is all there is.
  return state === undefined ? interaction : { ...interaction, params: { ...interaction.params, state, nonce } }
}
