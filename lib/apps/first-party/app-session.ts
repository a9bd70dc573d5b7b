import { randomBytes } from 'node:crypto'
import { digestOf } from '../../domain/keys/digest.ts'
import { DecryptionError, type Seal } from '../../domain/keys/seal.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { cookieName, cookieValue, setCookie } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { FirstPartyApp } from './clients.ts'

/** The user of an app of ours, as its own session remembers them. */
export interface AppSession {
  readonly sub: string
  readonly sid: string
  /** Revocation version of the subject at the sign-in; another one now means that the session is over. */
  readonly subjectGeneration: number
  /** The same of the user at this app, and of the app. */
  readonly clientGeneration: number
  readonly clientEpoch: string
  /** `auth_time` of the sign-in, seconds since the epoch. */
  readonly signedInAt: number
  /** What the sign-in reached. */
  readonly acr: string | undefined
  /** The `acr` that was asked for; absent: none. */
  readonly asked?: string | undefined
}

/** An app of ours remembers a sign-in no longer. */
export const SESSION_MS = 12 * 3_600_000

export interface AppSessions {
  open(context: RequestContext, session: AppSession): Promise<void>
  read(
    context: Pick<RequestContext, 'req'>,
  ): Promise<{ readonly key: string; readonly session: AppSession } | undefined>
  close(context: RequestContext): Promise<void>
}

export interface StoredAppSessions extends AppSessions {
  /** Puts another session in the place of the one under this key; the browser keeps its cookie. */
  replace(key: string, session: AppSession): Promise<void>
}

/** Sessions of one app: an opaque cookie, the rest in the store, under a hash. */
export function appSessions({ name, set }: AppCookies, records: EphemeralStore): StoredAppSessions {
  return {
    replace: (key, session) => records.put(name, key, writeRecord(session), SESSION_MS),
    async open(context, session) {
      const cookie = randomBytes(32).toString('base64url')
      const before = cookieValue(context.req, name)
      if (before !== undefined) await records.remove(name, digestOf(before))
      await records.put(name, digestOf(cookie), writeRecord(session), SESSION_MS)
      set(context, name, cookie, undefined)
    },
    async read(context) {
      const cookie = cookieValue(context.req, name)
      const key = cookie === undefined ? undefined : digestOf(cookie)
      const text = key === undefined ? undefined : await records.read(name, key)
      return key === undefined || text === undefined ? undefined : { key, session: readRecord<AppSession>(text) }
    },
    async close(context) {
      const cookie = cookieValue(context.req, name)
      if (cookie !== undefined) await records.remove(name, digestOf(cookie))
      set(context, name, '', 0)
    },
  }
}

/** The cookies of one app of ours: they are sent to it alone. */
export interface AppCookies {
  /** Of its session; those of what it has begun have names that begin so. */
  readonly name: string
  /** @param seconds it lives; undefined: as long as the browser is open; 0: it is taken back */
  set(context: RequestContext, name: string, value: string, seconds: number | undefined): void
}

/** Of an app that lives below an address of its own. */
export function appCookies(app: FirstPartyApp): AppCookies {
  const https = app.url.startsWith('https:')
  const path = new URL(`${app.url}/`).pathname.replace(/(.)\/$/, '$1')
  return cookiesOf(cookieName(app.clientId, { https }), path, https)
}

/** Of pages that may be anywhere at their host: no other host can plant them. */
export const hostCookies = (name: string, https: boolean): AppCookies =>
  cookiesOf(cookieName(name, { https, path: '/' }), '/', https)

const cookiesOf = (name: string, path: string, https: boolean): AppCookies => ({
  name,
  set: ({ res }, cookie, value, seconds) => setCookie(res, cookie, value, { path, https, seconds }),
})

interface Kept extends AppSession {
  /** Seconds since the epoch. */
  readonly until: number
}

/** What was opened once need not be opened again: the text is the key, so no stale entry can be found. */
export type OpenedSessions = Map<string, Kept>
const OPENED_MAX = 2_000

/**
 * Sessions that the browser alone keeps, sealed for one app: a page that is guarded costs no look-up of its session, and whoever comes
 * without one costs nothing. What ends a session is in the state of its subject, which is read at every request all the same.
 * @param opened shared by apps whose sessions are made anew at each request
 */
export function sealedSessions(
  { name, set }: AppCookies,
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
      set(context, name, await sealer.seal(JSON.stringify(kept), 'app-session', about), undefined)
    },
    async read({ req }) {
      const sealed = cookieValue(req, name)
      const kept = sealed === undefined ? undefined : await open(sealed)
      if (sealed === undefined || kept === undefined || seconds() >= kept.until) return undefined
      const { until: _until, ...session } = kept
      return { key: sealed, session }
    },
    async close(context) {
      set(context, name, '', 0)
    },
  }
}
