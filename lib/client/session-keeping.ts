/** Where sessions are, and the marks that end them. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { LogoutClaims } from '../../policies/upstream-logout-token.ts'
import { type CookieJar, sealing } from './cookies.ts'
import type { Tokens } from './exchange.ts'
import type { Settings } from './options.ts'
import type { JsonObject } from './provider.ts'
import { memorySessions } from './session-records.ts'
import { digestOf, onceAcrossProcesses } from './shared-work.ts'

export interface StoredSession extends Tokens {
  readonly id: string
  readonly sub: string
  readonly sid: string
  readonly user: JsonObject
  /** Maximum lifetime, in milliseconds since the epoch. */
  readonly until: number
  /** Marks of `sid` and `sub` at the sign-in. A logout changes them. */
  readonly marks: readonly (string | undefined)[]
}

export const SESSION_SECONDS = 12 * 3_600

export const random = (): string => randomBytes(24).toString('base64url')

export function sessionKeeping(settings: Settings, jar: CookieJar) {
  const { clock, sessions, sessions: records = memorySessions() } = settings
  const isInCookie = sessions === undefined
  const sealed = sealing(settings)
  const keyOf = (id: string): string => `session:${digestOf(id)}`
  const marksOf = async ({ sid, sub }: Pick<StoredSession, 'sid' | 'sub'>, first?: string) => {
    if (first !== undefined) await records.set(`sid:${sid}`, first, SESSION_SECONDS, 'only-new')
    return Promise.all([records.get(`sid:${sid}`), records.get(`sub:${sub}`)])
  }
  return {
    isInCookie,
    marksOf,
    /** For a refresh, whose other callers get the session, or the message of a refusal. */
    once: onceAcrossProcesses<StoredSession | { readonly refused: string }>(records, sealed),
    async save(session: StoredSession, req?: IncomingMessage): Promise<void> {
      const value = await sealed.seal(session)
      if (!isInCookie) await records.set(keyOf(session.id), value, (session.until - clock()) / 1000)
      else if (req !== undefined) jar.write(req, jar.session, value)
    },
    /** Undefined for a session that has ended. */
    async load(req: IncomingMessage): Promise<StoredSession | undefined> {
      const cookie = jar.read(req, jar.session)
      if (cookie === '') return undefined
      const session = await sealed.open<StoredSession>(isInCookie ? cookie : await records.get(keyOf(cookie)))
      if (session === undefined || clock() >= session.until) return undefined
      // A cookie lasts longer than the memory of this process.
      const marks = await marksOf(session, isInCookie ? session.marks[0] : undefined)
      return marks.some((mark, index) => mark !== undefined && mark !== session.marks[index]) ? undefined : session
    },
    async forget(session: StoredSession, req?: IncomingMessage): Promise<void> {
      if (req !== undefined) jar.write(req, jar.session, '', '/', 0)
      if (!isInCookie) await records.delete(keyOf(session.id))
    },
    /** Ends the sessions of a logout notice. @param known only a session that is in use */
    async notify({ sid, subject }: Partial<LogoutClaims>, known?: 'known'): Promise<void> {
      const key = sid === undefined ? `sub:${subject}` : `sid:${sid}`
      if (known === undefined || (await records.get(key)) !== undefined)
        await records.set(key, random(), SESSION_SECONDS)
    },
    /** @returns false if this logout token has been received before @param until in seconds since the epoch */
    isNew: (jti: string, until: number) => records.set(`jti:${jti}`, '1', until - clock() / 1000, 'only-new'),
  }
}
