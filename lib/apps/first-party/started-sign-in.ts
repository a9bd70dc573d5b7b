/**
 * A sign-in that an app of ours has begun. Anybody can begin one, so the store has nothing of it (D-G12): it is a sealed cookie, which
 * counts in the browser that it was made for (D-S10), for one state, and for a quarter of an hour.
 */
import { randomBytes } from 'node:crypto'
import { digestOf } from '../../domain/keys/digest.ts'
import { DecryptionError, type Seal } from '../../domain/keys/seal.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import { cookieNames, cookieValue } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { AppCookies } from './app-cookie.ts'

/** What must come back with the code. */
export interface StartedSignIn {
  readonly verifier: string
  readonly nonce: string
  /** Path below the app to go to afterwards. */
  readonly returnTo: string
  /** The `acr` that was asked for. */
  readonly asked?: string
}

export interface StartedSignIns {
  /** Begins one, and returns its state. */
  begin(context: RequestContext, started: StartedSignIn): Promise<string>
  /** What was begun under this state in this very browser; its cookie is taken back. */
  take(context: RequestContext, state: string): Promise<StartedSignIn | undefined>
}

interface Kept extends StartedSignIn {
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
/** A cookie has 4,096 bytes: a longer address leads to the first page. */
const RETURN_TO_MAX_LENGTH = 1_500

export function startedSignIns(
  { name, set }: AppCookies,
  { sealer, binding, seconds }: StartedSignInParts,
): StartedSignIns {
  const prefix = `${name}-start-`
  const nameOf = (state: string): string => prefix + digestOf(state, 6)
  return {
    async begin(context, { returnTo, ...started }) {
      const state = randomBytes(24).toString('base64url')
      const kept: Kept = {
        ...started,
        returnTo: returnTo.length > RETURN_TO_MAX_LENGTH ? '/' : returnTo,
        state,
        browser: binding.bind(context),
        until: seconds() + LIVES_SECONDS,
      }
      // Browsers send the oldest first (RFC 6265 s5.4).
      const others = cookieNames(context.req).filter((other) => other.startsWith(prefix))
      for (const other of others.slice(0, Math.max(0, others.length + 1 - AT_ONCE_MAX))) set(context, other, '', 0)
      set(context, nameOf(state), await sealer.seal(JSON.stringify(kept), 'started-sign-in', name), LIVES_SECONDS)
      return state
    },
    async take(context, state) {
      const sealed = cookieValue(context.req, nameOf(state))
      if (sealed === undefined) return undefined
      set(context, nameOf(state), '', 0)
      const kept = await sealer.open(sealed, 'started-sign-in', name).then(
        (text) => JSON.parse(text.toString()) as Kept,
        (error: unknown) => {
          if (error instanceof DecryptionError) return undefined
          throw error
        },
      )
      return kept?.state === state && seconds() < kept.until && binding.isBound(context, kept.browser)
        ? kept
        : undefined
    },
  }
}
