import { AFTERLIFE_MS, expiryPaceMs, sessionEndsAt } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import { readBase, type SessionPayload, sessionKey, writeBase } from '../../domain/sessions/session-record.ts'
import type { Storage } from '../../ports/storage.ts'
import type { EngineRun, LoadedSession, StoredSession } from './context.ts'
import { joinClient, sessionKeeping } from './session-keeping.ts'
import { sessionMsLeft } from './session-plan.ts'

/**
 * The engine's session, kept our way: under a hash of the cookie, with each client as a field of its own (two tabs lose
 * none), and dead as soon as its subject is signed out everywhere.
 */
export interface SessionBridge {
  /** The record of a cookie; nothing of it has been judged. */
  read(cookie: string): Promise<StoredSession>
  /** The session, if it is alive: what the request goes on with. */
  load(run: EngineRun, stored: StoredSession): Promise<LoadedSession | undefined>
  /**
   * Moves the idle end of a session that nothing was changed in, and adds the client that was given a code to it. Gives the seconds
   * that its cookie may live where the record was written anew, and undefined where there was no need.
   */
  renew(run: EngineRun, session: LoadedSession): Promise<number | undefined>
  /** The session of a cookie with that cookie, as the engine knows it. */
  find(run: EngineRun, cookie: string): Promise<object | undefined>
  /**
   * Keeps the session under this cookie: one that begins in this request, or one that was loaded.
   * @throws ProtocolError interaction_expired where the sign-in that it comes of was ended meanwhile
   */
  save(run: EngineRun, cookie: string, payload: Partial<SessionPayload> & { readonly uid: string }): Promise<void>
  /** The session is about to get another cookie than this one, or ends. */
  leave(run: EngineRun, cookie: string): void
  /** Seconds the session of this request may live from now. */
  secondsLeft(run: EngineRun): number
}

export function sessionBridge(
  storage: Storage,
  lifetimes: Lifetimes,
  now: () => number,
  passwordStampOf: (subject: string) => Promise<string | undefined>,
): SessionBridge {
  const msLeft = (startedAt: number, endsAt?: number): number => sessionMsLeft({ startedAt, endsAt }, lifetimes, now())
  // A session that nothing has changed in is written again only after this time, to move its idle end.
  const rewriteAfterMs = expiryPaceMs(lifetimes)
  const read = async (cookie: string): Promise<StoredSession> => {
    const key = sessionKey(cookie)
    return { cookie, key, entry: await storage.sessions.read(key) }
  }

  const load: SessionBridge['load'] = async (run, { key, entry }) => {
    if (entry === undefined) return undefined
    const { payload, subjectGeneration, startedAt, writtenAt, endsAt, upstream } = readBase(entry.base)
    if (sessionEndsAt({ startedAt, seenAt: writtenAt, endsAt }, lifetimes) <= now()) return undefined
    const client = run.client?.clientId
    const subject = await storage.subjects.read(payload.accountId, payload.uid, client)
    if (subject.generation !== subjectGeneration || subject.sessionEnded) return undefined
    run.session = {
      key,
      payload,
      base: entry.base,
      clients: entry.clients,
      subjectGeneration,
      startedAt,
      writtenAt,
      endsAt,
      upstream,
      clientGeneration: client === undefined ? undefined : { client, generation: subject.clientGeneration },
      rolesGeneration: subject.rolesGeneration,
    }
    run.context.subject = payload.accountId
    run.context.sid = payload.uid
    return run.session
  }

  const keep = sessionKeeping({ storage, lifetimes, now, passwordStampOf })

  return {
    read,
    load,

    async renew(run, session) {
      const { key, payload, startedAt, writtenAt, endsAt } = session
      const isDue = now() - writtenAt >= rewriteAfterMs
      const left = msLeft(startedAt, endsAt)
      if (isDue) await storage.sessions.write(key, writeBase({ ...session, writtenAt: now() }), left + AFTERLIFE_MS)
      await joinClient(storage, run, { payload, key, known: session, at: now() })
      return isDue ? Math.ceil(left / 1000) : undefined
    },

    async find(run, cookie) {
      const known = run.stored?.key === sessionKey(cookie) ? run.stored : undefined
      const session = await load(run, known ?? (await read(cookie)))
      return session === undefined ? undefined : { ...session.payload, jti: cookie }
    },

    async save(run, cookie, { accountId, ...rest }) {
      // Nobody has signed in: there is nothing to remember.
      if (accountId !== undefined) await keep(run, sessionKey(cookie), { ...rest, accountId })
    },

    leave(run, cookie) {
      run.leaving = sessionKey(cookie)
    },

    secondsLeft({ session }) {
      return Math.ceil(msLeft(session?.startedAt ?? now()) / 1000)
    },
  }
}
