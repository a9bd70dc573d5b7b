import { AFTERLIFE_MS, expiryPaceMs, sessionEndsAt } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import { readBase, type SessionPayload, sessionKey, writeBase } from '../../domain/sessions/session-record.ts'
import type { Storage } from '../../ports/storage.ts'
import type { EngineRun, LoadedSession, StoredSession } from './context.ts'
import { joinClient, sessionKeeping } from './session-keeping.ts'
import { sessionMsLeft } from './session-plan.ts'

type SavedPayload = Partial<SessionPayload> & { readonly uid: string }
export type SessionBridge = ReturnType<typeof sessionBridge>

/**
 * Stores the engine's sessions, keyed by a hash of the cookie. Each client has a separate field in the session, so two
 * tabs can add clients at the same time. A session ends as soon as the user is signed out everywhere.
 */
export function sessionBridge(
  storage: Storage,
  lifetimes: Lifetimes,
  now: () => number,
  passwordStampOf: (subject: string) => Promise<string | undefined>,
) {
  const msLeft = (startedAt: number, endsAt?: number): number => sessionMsLeft({ startedAt, endsAt }, lifetimes, now())
  // To save writes, extend the idle timeout of an unchanged session only after this time.
  const rewriteAfterMs = expiryPaceMs(lifetimes)
  /** Reads the session record for a cookie, without checking that the session is still valid. */
  const read = async (cookie: string): Promise<StoredSession> => {
    const key = sessionKey(cookie)
    return { cookie, key, entry: await storage.sessions.read(key) }
  }

  /** Returns the session if it is valid, and keeps it in `run` for the rest of the request. */
  const load = async (run: EngineRun, { key, entry }: StoredSession): Promise<LoadedSession | undefined> => {
    if (entry === undefined) return undefined
    const session = readBase(entry.base)
    const { payload, startedAt, writtenAt, endsAt } = session
    if (sessionEndsAt({ startedAt, seenAt: writtenAt, endsAt }, lifetimes) <= now()) return undefined
    const client = run.client?.clientId
    const subject = await storage.subjects.read(payload.accountId, payload.uid, client)
    if (subject.generation !== session.subjectGeneration || subject.sessionEnded) return undefined
    run.session = {
      ...session,
      ...entry,
      key,
      clientGeneration: client === undefined ? undefined : { client, generation: subject.clientGeneration },
      rolesGeneration: subject.rolesGeneration,
    }
    Object.assign(run.context, { subject: payload.accountId, sid: payload.uid })
    return run.session
  }

  const keep = sessionKeeping({ storage, lifetimes, now, passwordStampOf })

  return {
    read,
    load,

    /**
     * Extends the idle timeout of an unchanged session, and adds the client that received a code.
     * @returns the cookie's lifetime in seconds if the record was rewritten, otherwise undefined
     */
    async renew(run: EngineRun, session: LoadedSession): Promise<number | undefined> {
      const { key, payload, startedAt, writtenAt, endsAt } = session
      const isDue = now() - writtenAt >= rewriteAfterMs
      const left = msLeft(startedAt, endsAt)
      if (isDue) await storage.sessions.write(key, writeBase({ ...session, writtenAt: now() }), left + AFTERLIFE_MS)
      await joinClient(storage, run, { payload, key, known: session, at: now() })
      return isDue ? Math.ceil(left / 1000) : undefined
    },

    /** The session for a cookie, in the engine's format and including that cookie. */
    async find(run: EngineRun, cookie: string): Promise<object | undefined> {
      const known = run.stored?.key === sessionKey(cookie) ? run.stored : undefined
      const session = await load(run, known ?? (await read(cookie)))
      return session === undefined ? undefined : { ...session.payload, jti: cookie }
    },

    /**
     * Saves a new or loaded session under this cookie.
     * @throws ProtocolError interaction_expired when the sign-in was revoked in the meantime
     */
    async save(run: EngineRun, cookie: string, { accountId, ...rest }: SavedPayload): Promise<void> {
      // Do not save a session in which no user has signed in.
      if (accountId !== undefined) await keep(run, sessionKey(cookie), { ...rest, accountId })
    },

    /** Called when the session is about to end or get a new cookie. */
    leave(run: EngineRun, cookie: string): void {
      run.replacedSessionKey = sessionKey(cookie)
    },

    /** Remaining lifetime of this request's session in seconds, ignoring `endsAt`. */
    secondsLeft: ({ session }: EngineRun): number => Math.ceil(msLeft(session?.startedAt ?? now()) / 1000),
  }
}
