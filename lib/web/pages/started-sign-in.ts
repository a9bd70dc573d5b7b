/** Keeps a started sign-in in an encrypted cookie instead of the store (D-G12), bound to the browser (D-S10). */

import { randomBytes } from 'node:crypto'
import { digestOf } from '../../domain/keys/digest.ts'
import { openJson, type Seal } from '../../domain/keys/seal.ts'
import type { BrowserBinding } from '../request/browser-binding.ts'
import { cookieNames, cookieValue } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

/** Values to check when the provider's response arrives. */
export interface Started {
  readonly verifier: string
  readonly nonce: string
}

export interface StartedSignIns<Begun extends Started> {
  /** Starts a sign-in and returns its state. */
  begin(context: RequestContext, started: Begun): Promise<string>
  /** Returns the sign-in with this state in this browser, and deletes its cookie. */
  take(context: RequestContext, state: string): Promise<Begun | undefined>
}

/** The cookies that contain the started sign-ins. */
export interface StartCookies {
  /** Prefix for the cookie names. */
  readonly name: string
  /** @param seconds lifetime; undefined: until the browser closes; 0: deletes the cookie */
  set(context: RequestContext, name: string, value: string, seconds: number | undefined): void
}

interface Sealed<Begun> {
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
/** Maximum number of concurrent sign-ins, so that a malicious site cannot start enough to exceed header limits. */
const AT_ONCE_MAX = 4
/** @param livesSeconds maximum time between the start and the provider's response */
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
      const entry: Sealed<Begun> = { begun, state, browser: binding.bind(context), until: seconds() + livesSeconds }
      // Deletes the oldest cookies. Browsers send them first (RFC 6265 s5.4).
      const others = cookieNames(context.req).filter((other) => other.startsWith(prefix))
      for (const other of others.slice(0, Math.max(0, others.length + 1 - AT_ONCE_MAX))) set(context, other, '', 0)
      set(context, nameOf(state), await sealer.seal(JSON.stringify(entry), 'started-sign-in', name), livesSeconds)
      return state
    },
    async take(context, state) {
      const sealed = cookieValue(context.req, nameOf(state))
      if (sealed === undefined) return undefined
      set(context, nameOf(state), '', 0)
      const entry = await openJson<Sealed<Begun>>(sealer, sealed, 'started-sign-in', name)
      return entry?.state === state && seconds() < entry.until && binding.isBound(context, entry.browser)
        ? entry.begun
        : undefined
    },
  }
}
