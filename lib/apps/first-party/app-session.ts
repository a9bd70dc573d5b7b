import { randomBytes } from 'node:crypto'
import { digestOf } from '../../domain/keys/digest.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { cookieName, cookieValue } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { FirstPartyApp } from './clients.ts'

/** The user of an app of ours, as its own session remembers them. */
export interface AppSession {
  readonly sub: string
  readonly sid: string
  /** Revocation version of the subject at the sign-in; another one now means that the session is over. */
  readonly subjectGeneration: number
  /** `auth_time` of the sign-in, seconds since the epoch. */
  readonly signedInAt: number
  readonly idToken: string
}

/** A sign-in that has been begun: what must come back with the code. */
export interface StartedSignIn {
  readonly verifier: string
  readonly nonce: string
  /** Path below the app to go to afterwards. */
  readonly returnTo: string
}

const SESSION_MS = 12 * 3_600_000
const START_MS = 3_600_000

export interface AppSessions {
  begin(context: RequestContext, started: StartedSignIn): Promise<string>
  /** What was begun under this state in this very browser; once. */
  take(context: RequestContext, state: string): Promise<StartedSignIn | undefined>
  open(context: RequestContext, session: AppSession): Promise<void>
  read(context: RequestContext): Promise<{ readonly key: string; readonly session: AppSession } | undefined>
  close(context: RequestContext): Promise<void>
}

/** Sessions of one app: an opaque cookie, the rest in the store, under a hash. */
export function appSessions(app: FirstPartyApp, records: EphemeralStore): AppSessions {
  const https = app.url.startsWith('https:')
  const path = new URL(`${app.url}/`).pathname.replace(/(.)\/$/, '$1')
  const name = cookieName(app.clientId, { https })
  const starting = `${name}-start`
  const setCookie = (context: RequestContext, cookie: string, value: string, seconds: number | undefined): void => {
    context.res.appendHeader(
      'Set-Cookie',
      `${cookie}=${value}; Path=${path}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`,
    )
  }
  return {
    async begin(context, started) {
      const state = randomBytes(24).toString('base64url')
      // The browser that begins is the browser that must come back: the state alone would let a stranger's code in.
      const binding = cookieValue(context.req, starting) ?? randomBytes(24).toString('base64url')
      await records.put(starting, digestOf(`${binding} ${state}`), JSON.stringify(started), START_MS)
      setCookie(context, starting, binding, START_MS / 1000)
      return state
    },
    async take(context, state) {
      const binding = cookieValue(context.req, starting)
      const text = binding === undefined ? undefined : await records.take(starting, digestOf(`${binding} ${state}`))
      return text === undefined ? undefined : (JSON.parse(text) as StartedSignIn)
    },
    async open(context, session) {
      const cookie = randomBytes(32).toString('base64url')
      const before = cookieValue(context.req, name)
      if (before !== undefined) await records.remove(name, digestOf(before))
      await records.put(name, digestOf(cookie), JSON.stringify(session), SESSION_MS)
      setCookie(context, name, cookie, undefined)
    },
    async read(context) {
      const cookie = cookieValue(context.req, name)
      const key = cookie === undefined ? undefined : digestOf(cookie)
      const text = key === undefined ? undefined : await records.read(name, key)
      return key === undefined || text === undefined ? undefined : { key, session: JSON.parse(text) as AppSession }
    },
    async close(context) {
      const cookie = cookieValue(context.req, name)
      if (cookie !== undefined) await records.remove(name, digestOf(cookie))
      setCookie(context, name, '', 0)
    },
  }
}
