/**
 * Keeps a started sign-in in its `state` parameter, encrypted and bound to the browser (D-S10). Neither the store
 * (D-G12) nor a cookie limits how many sign-ins a browser can start.
 */

import { openJson, type Seal } from '../../domain/keys/seal.ts'
import type { BrowserBinding } from '../request/browser-binding.ts'
import type { RequestContext } from '../request/request-context.ts'

/** Values to check when the provider's response arrives. */
export interface Started {
  readonly verifier: string
  readonly nonce: string
}

export interface StartedSignIns<Begun extends Started> {
  /** Starts a sign-in and returns its state. */
  begin(context: RequestContext, started: Begun): Promise<string>
  /**
   * Returns the sign-in with this state, if this browser started it. Does not prevent that a state is used twice.
   * @throws ProtocolError cookies_missing if the browser sent no cookies
   */
  read(context: RequestContext, state: string): Promise<Begun | undefined>
}

interface Sealed<Begun> {
  readonly begun: Begun
  readonly browser: string
  /** Seconds since the epoch. */
  readonly until: number
}

export interface StartedSignInParts {
  readonly sealer: Seal
  readonly binding: BrowserBinding
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

const LIVES_SECONDS = 900

/**
 * @param about the app or provider that the sign-ins are for
 * @param livesSeconds maximum time between the start and the provider's response
 */
export function startedSignIns<Begun extends Started>(
  about: string,
  { sealer, binding, seconds }: StartedSignInParts,
  livesSeconds = LIVES_SECONDS,
): StartedSignIns<Begun> {
  return {
    begin(context, begun) {
      const entry: Sealed<Begun> = { begun, browser: binding.bind(context), until: seconds() + livesSeconds }
      return sealer.seal(JSON.stringify(entry), 'started-sign-in', about)
    },
    async read(context, state) {
      const entry = await openJson<Sealed<Begun>>(sealer, state, 'started-sign-in', about)
      if (entry === undefined || seconds() >= entry.until) return undefined
      binding.assertSent(context)
      return binding.isBound(context, entry.browser) ? entry.begun : undefined
    },
  }
}
