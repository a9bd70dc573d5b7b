/** Where sessions are, and the marks that end them. */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CookieJar, Sealing } from './cookies.ts'
import type { Tokens } from './exchange.ts'
import type { Settings } from './options.ts'
import type { JsonObject } from './provider.ts'
import { memorySessions, type SessionRecords } from './session-records.ts'

export interface StoredSession extends Omit<Tokens, 'idToken' | 'expiresIn'> {
  readonly id: string
  readonly idToken: string
  readonly sub: string
  readonly sid: string
  readonly user: JsonObject
  /** When to refresh, and when the access token expires, in milliseconds since the epoch. */
  readonly renewAt: number
  readonly expiresAt: number
  /** Maximum lifetime, in milliseconds since the epoch. */
  readonly until: number
  /** Marks of `sid` and `sub` at the sign-in. A logout changes them. */
  readonly marks: readonly (string | undefined)[]
}

export interface Ended {
  readonly sid?: string | undefined
  readonly subject?: string
}

export const random = (): string => randomBytes(24).toString('base64url')
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export function sessionKeeping({ clock, sessionSeconds, sessions }: Settings, jar: CookieJar, sealed: Sealing) {
  const records: SessionRecords = sessions ?? memorySessions()
  const isInCookie = sessions === undefined
  const keyOf = (id: string): string => `session:${digestOf(id)}`
  const marksNow = (keys: readonly string[]) => Promise.all(keys.map((key) => records.get(key)))
  const markKeys = ({ sid, sub }: { readonly sid: string; readonly sub: string }) =>
    [`sid:${sid}`, `sub:${sub}`] as const
  return {
    records,
    isInCookie,
    async save(session: StoredSession, res: ServerResponse | undefined): Promise<void> {
      const value = await sealed.seal(session)
      if (!isInCookie) await records.set(keyOf(session.id), value, (session.until - clock()) / 1000)
      else if (res?.headersSent === false) jar.write(res, jar.session, value)
    },
    /** Undefined for a session that has ended. */
    async load(req: IncomingMessage): Promise<StoredSession | undefined> {
      const cookie = jar.read(req, jar.session)
      if (cookie === undefined) return undefined
      const session = (await sealed.open(isInCookie ? cookie : await records.get(keyOf(cookie)))) as
        | StoredSession
        | undefined
      if (session === undefined || clock() >= session.until) return undefined
      const keys = markKeys(session)
      const marks = await marksNow(keys)
      // A cookie lasts longer than the memory of this process.
      if (marks[0] === undefined) await records.set(keys[0], session.marks[0] as string, sessionSeconds, 'only-new')
      return marks.some((mark, index) => mark !== undefined && mark !== session.marks[index]) ? undefined : session
    },
    forget(session: StoredSession, res: ServerResponse | undefined): Promise<void> {
      if (res?.headersSent === false) jar.write(res, jar.session, '', undefined, 0)
      return isInCookie ? Promise.resolve() : records.delete(keyOf(session.id))
    },
    /** The marks of a session that starts. */
    async marksOf(session: { readonly sid: string; readonly sub: string }) {
      const keys = markKeys(session)
      await records.set(keys[0], random(), sessionSeconds, 'only-new')
      return marksNow(keys)
    },
    /** Ends the sessions of a logout notice. @param known only a session that is in use */
    async notify({ sid, subject }: Ended, known?: 'known'): Promise<void> {
      const key = sid === undefined ? `sub:${subject}` : `sid:${sid}`
      if (known === undefined || (await records.get(key)) !== undefined)
        await records.set(key, random(), sessionSeconds)
    },
    /** @returns false if this logout token has been received before */
    isNew: (jti: string, seconds: number) => records.set(`jti:${jti}`, '1', seconds, 'only-new'),
  }
}
