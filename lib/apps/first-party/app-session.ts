import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { digestOf } from '../../domain/keys/digest.ts'
import { DecryptionError, type Seal } from '../../domain/keys/seal.ts'
import { recordIn, writeRecord } from '../../domain/stored-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { cookieName, cookieValue, setCookie } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { FirstPartyApp } from './clients.ts'

/** The user who is signed in to a first-party app, as stored in the app's session. */
export interface AppSession {
  readonly sub: string
  readonly sid: string
  /** The subject's revocation version at sign-in. If the current version differs, the session has ended. */
  readonly subjectGeneration: number
  /** The user's revocation version for this app. `clientEpoch` is the app's own revocation version. */
  readonly clientGeneration: number
  readonly clientEpoch: string
  /** The sign-in's `auth_time`, in seconds since the epoch. */
  readonly signedInAt: number
  /** The `acr` that the sign-in achieved. */
  readonly acr: string | undefined
  /** The requested `acr`, if any. */
  readonly requestedAcr?: string | undefined
}

/** Maximum lifetime of an app session. */
export const SESSION_MS = 12 * 3_600_000

export interface AppSessions {
  open(context: RequestContext, session: AppSession): Promise<void>
  read(context: {
    readonly req: Pick<IncomingMessage, 'headers'>
  }): Promise<{ readonly key: string; readonly session: AppSession } | undefined>
  close(context: RequestContext): Promise<void>
}

export interface StoredAppSessions extends AppSessions {
  /** Replaces the session stored under this key. The browser keeps its cookie. */
  replace(key: string, session: AppSession): Promise<void>
}

/** An app's sessions: the browser holds an opaque cookie, and the store holds the session under the cookie's hash. */
export function appSessions({ name, set }: AppCookie, records: EphemeralStore): StoredAppSessions {
  return {
    replace: (key, session) => records.put(name, key, writeRecord(session), SESSION_MS),
    async open(context, session) {
      const cookie = randomBytes(32).toString('base64url')
      const before = cookieValue(context.req, name)
      if (before !== undefined) await records.remove(name, digestOf(before))
      await records.put(name, digestOf(cookie), writeRecord(session), SESSION_MS)
      set(context, cookie, undefined)
    },
    async read(context) {
      const cookie = cookieValue(context.req, name)
      if (cookie === undefined) return undefined
      const key = digestOf(cookie)
      const session = recordIn<AppSession>(await records.read(name, key))
      return session && { key, session }
    },
    async close(context) {
      const cookie = cookieValue(context.req, name)
      if (cookie !== undefined) await records.remove(name, digestOf(cookie))
      set(context, '', 0)
    },
  }
}

/** The cookie for an app's session. Browsers send it only to this app. */
export interface AppCookie {
  readonly name: string
  /** @param seconds lifetime; undefined: until the browser closes; 0: deletes the cookie */
  set(context: RequestContext, value: string, seconds: number | undefined): void
}

/** The cookie for an app with its own base path. */
export function appCookie(app: FirstPartyApp): AppCookie {
  const https = app.url.startsWith('https:')
  const path = new URL(`${app.url}/`).pathname.replace(/(.)\/$/, '$1')
  return cookieOf(cookieName(app.clientId, { https }), path, https)
}

/** The cookie for pages at any path on the host. Over https, `__Host-` keeps other hosts from planting it. */
export const hostCookie = (name: string, https: boolean): AppCookie =>
  cookieOf(cookieName(name, { https, path: '/' }), '/', https)

const cookieOf = (name: string, path: string, https: boolean): AppCookie => ({
  name,
  set: ({ res }, value, seconds) => setCookie(res, name, value, { path, https, seconds }),
})

interface Kept extends AppSession {
  /** Expiration time, in seconds since the epoch. */
  readonly until: number
}

/** Cache of decrypted cookies. The key includes the sealed text, so no entry can be stale. */
export type OpenedSessions = Map<string, Kept>
const OPENED_MAX = 2_000

/**
 * Sessions stored only in the browser, sealed for one app, so a guarded page needs no session lookup. Revocation is
 * part of the subject's state, which every request reads anyway.
 * @param opened cache to pass to every call, for apps that call this function once per request
 */
export function sealedSessions(
  { name, set }: AppCookie,
  about: string,
  { sealer, seconds }: { readonly sealer: Seal; readonly seconds: () => number },
  opened: OpenedSessions = new Map(),
): AppSessions {
  const open = async (sealed: string): Promise<Kept | undefined> => {
    const key = `${about} ${sealed}`
    const known = opened.get(key)
    if (known !== undefined) return known
    try {
      const kept = JSON.parse((await sealer.open(sealed, 'app-session', about)).toString()) as Kept
      if (opened.size >= OPENED_MAX) opened.clear()
      opened.set(key, kept)
      return kept
    } catch (error) {
      if (error instanceof DecryptionError) return undefined
      throw error
    }
  }
  return {
    async open(context, session) {
      const kept: Kept = { ...session, until: seconds() + SESSION_MS / 1000 }
      set(context, await sealer.seal(JSON.stringify(kept), 'app-session', about), undefined)
    },
    async read({ req }) {
      const sealed = cookieValue(req, name)
      const kept = sealed === undefined ? undefined : await open(sealed)
      if (sealed === undefined || kept === undefined || seconds() >= kept.until) return undefined
      const { until: _until, ...session } = kept
      return { key: sealed, session }
    },
    async close(context) {
      set(context, '', 0)
    },
  }
}
