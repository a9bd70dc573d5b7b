/**
 * A sign-in that was begun elsewhere: by an app of ours here, or by this service at an upstream provider. Anybody can begin one, so the store has nothing of it (D-G12): it is a sealed cookie, which
 * counts in the browser that it was made for (D-S10), for one state, and for a quarter of an hour.
 */

import { randomBytes } from 'node:crypto'
import { digestOf } from '../../domain/keys/digest.ts'
import { openJson, type Seal } from '../../domain/keys/seal.ts'
import type { BrowserBinding } from '../request/browser-binding.ts'
import { cookieNames, cookieValue } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

/** What must come back with the code. */
export interface Started {
  readonly verifier: string
  readonly nonce: string
}

export interface StartedSignIns<Begun extends Started> {
  /** Begins one, and returns its state. */
  begin(context: RequestContext, started: Begun): Promise<string>
  /** What was begun under this state in this very browser; its cookie is taken back. */
  take(context: RequestContext, state: string): Promise<Begun | undefined>
}

/** The cookies in which they are kept. */
export interface StartCookies {
  /** Their names begin so. */
  readonly name: string
  /** @param seconds it lives; undefined: as long as the browser is open; 0: it is taken back */
  set(context: RequestContext, name: string, value: string, seconds: number | undefined): void
}

interface Kept<Begun> {
  readonly begun: Begun
  readonly state: string
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
/** Tabs that sign in at once. A foreign page that begins more in somebody's browser fills no header. */
const AT_ONCE_MAX = 4
/** @param livesSeconds how long the answer may take */
export function startedSignIns<Begun extends Started>(
  { name, set }: StartCookies,
  { sealer, binding, seconds }: StartedSignInParts,
  livesSeconds = LIVES_SECONDS,
): StartedSignIns<Begun> {
  const prefix = `${name}-start-`
  const nameOf = (state: string): string => prefix + digestOf(state, 6)
  return {
    async begin(context, begun) {
      const state = randomBytes(24).toString('base64url')
      const kept: Kept<Begun> = { begun, state, browser: binding.bind(context), until: seconds() + livesSeconds }
      // Browsers send the oldest first (RFC 6265 s5.4).
      const others = cookieNames(context.req).filter((other) => other.startsWith(prefix))
      for (const other of others.slice(0, Math.max(0, others.length + 1 - AT_ONCE_MAX))) set(context, other, '', 0)
      set(context, nameOf(state), await sealer.seal(JSON.stringify(kept), 'started-sign-in', name), livesSeconds)
      return state
    },
    async take(context, state) {
      const sealed = cookieValue(context.req, nameOf(state))
      if (sealed === undefined) return undefined
      set(context, nameOf(state), '', 0)
      const kept = await openJson<Kept<Begun>>(sealer, sealed, 'started-sign-in', name)
      return kept?.state === state && seconds() < kept.until && binding.isBound(context, kept.browser)
        ? kept.begun
        : undefined
    },
  }
}
