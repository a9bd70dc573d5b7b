import { AFTERLIFE_MS, expiryPaceMs, sessionEndsAt } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import { deny } from '../../../policies/verdict.ts'
import { tokenMarkMs } from '../../domain/sessions/ending.ts'
import { watchSession } from '../../domain/sessions/expired-sessions.ts'
import {
  readBase,
  type SessionClientEntry,
  type SessionPayload,
  sessionKey,
  writeAbout,
  writeBase,
} from '../../domain/sessions/session-record.ts'
import { joinSession } from '../../domain/sessions/session-registry.ts'
import { sidOf } from '../../domain/sessions/sid.ts'
import { hasUpstreamEnded, rememberBegun } from '../../domain/sessions/upstream-sessions.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import type { Storage } from '../../ports/storage.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import { headerText } from '../../web/request/received-headers.ts'
import type { EngineRun, LoadedSession, StoredSession } from './context.ts'

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
  const msLeft = (startedAt: number, endsAt?: number): number =>
    Math.max(1_000, sessionEndsAt({ startedAt, seenAt: now(), endsAt }, lifetimes) - now())
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

  /** The client that was given a code in this request stands in the session from now on. */
  const join = async (run: EngineRun, { uid, accountId }: SessionPayload, key: string, known?: LoadedSession) => {
    if (run.joining === undefined) return
    const { clientId, scopes } = run.joining
    const text = known !== undefined && Object.hasOwn(known.clients, clientId) ? known.clients[clientId] : undefined
    const before = text === undefined ? undefined : readRecord<SessionClientEntry>(text)
    const given = [...new Set([...(before?.scopes ?? []), ...scopes])]
    if (before === undefined) {
      const entry = { sid: sidOf(uid, clientId), at: now(), scopes: given }
      await joinSession(storage, { subject: accountId, uid, key }, clientId, entry)
      // What a session was given is shown to administrators and decides nothing, so the last of two tabs may win.
    } else if (given.length > (before.scopes?.length ?? 0))
      await storage.sessions.amend(key, clientId, writeRecord({ ...before, scopes: given }))
  }

  return {
    read,
    load,

    async renew(run, session) {
      const { key, payload, startedAt, writtenAt, endsAt } = session
      const isDue = now() - writtenAt >= rewriteAfterMs
      const left = msLeft(startedAt, endsAt)
      if (isDue) await storage.sessions.write(key, writeBase({ ...session, writtenAt: now() }), left + AFTERLIFE_MS)
      await join(run, payload, key, session)
      return isDue ? Math.ceil(left / 1000) : undefined
    },

    async find(run, cookie) {
      const known = run.stored?.key === sessionKey(cookie) ? run.stored : undefined
      const session = await load(run, known ?? (await read(cookie)))
      return session === undefined ? undefined : { ...session.payload, jti: cookie }
    },

    async save(run, cookie, { accountId, ...rest }) {
      // Nobody has signed in: there is nothing to remember.
      if (accountId === undefined) return
      const payload = { ...rest, accountId }
      const key = sessionKey(cookie)
      const known =
        (run.session?.payload.accountId === payload.accountId && run.leaving !== undefined) || run.session?.key === key
          ? run.session
          : undefined
      const startedAt = known?.startedAt ?? now()
      const authenticated = run.authenticated?.accountId === payload.accountId ? run.authenticated : undefined
      // Whoever has signed in anew holds the session as long as that sign-in allows.
      const { endsAt, upstream } = authenticated ?? known ?? {}
      const subjectGeneration =
        known?.subjectGeneration ??
        authenticated?.generation ??
        (await storage.subjects.read(payload.accountId)).generation
      const baseAt = (writtenAt: number): string =>
        writeBase({ payload, subjectGeneration, startedAt, writtenAt, endsAt, upstream })
      const unchanged =
        known?.key === key && now() - known.writtenAt < rewriteAfterMs && baseAt(known.writtenAt) === known.base
      const leaving = run.leaving === key ? undefined : run.leaving
      if (known === undefined)
        run.unborn = async () => {
          await storage.sessions.remove(key)
          await storage.sessions.unlink(payload.accountId, payload.uid)
        }
      if (known?.key !== key) {
        // The list comes first: whoever ends the session meanwhile finds the record where it was, or where it will be.
        const { address, req } = run.context
        const about = writeAbout({
          startedAt,
          address,
          userAgent: headerText(req, 'user-agent') ?? '',
          ...(endsAt === undefined ? {} : { endsAt }),
          ...(upstream === undefined ? {} : { upstream }),
          ...(known === undefined || leaving === undefined ? {} : { leaving }),
        })
        await Promise.all([
          storage.sessions.link(
            payload.accountId,
            { uid: payload.uid, key, about },
            startedAt + lifetimes.sessionAbsolute * 1000 + AFTERLIFE_MS - now(),
          ),
          known === undefined
            ? watchSession(
                storage.documents,
                { subject: payload.accountId, uid: payload.uid },
                now() + msLeft(startedAt, endsAt),
              )
            : undefined,
        ])
      }
      if (authenticated?.upstream !== undefined) {
        const { user, session } = authenticated.upstream
        const until = authenticated.endsAt ?? startedAt + lifetimes.sessionAbsolute * 1000
        await rememberBegun(
          storage.documents,
          { sub: payload.accountId, uid: payload.uid, user, session, until },
          now(),
        )
      }
      if (leaving !== undefined)
        await (known === undefined ? storage.sessions.remove(leaving) : storage.sessions.move(leaving, key))
      if (!unchanged) await storage.sessions.write(key, baseAt(now()), msLeft(startedAt, endsAt) + AFTERLIFE_MS)
      // Whoever put another password in place meanwhile has not seen this session: it is looked at once more from here.
      if (
        authenticated?.passwordStamp !== undefined &&
        (await passwordStampOf(payload.accountId)) !== authenticated.passwordStamp
      ) {
        await run.unborn?.()
        throw expired('the password was changed while the sign-in came to its end')
      }
      // The provider may have ended it before it was remembered, where a logout token would have found it.
      if (authenticated?.upstream !== undefined && (await hasUpstreamEnded(storage.records, authenticated.upstream))) {
        const session = { subject: payload.accountId, uid: payload.uid }
        await storage.subjects.revokeSession(session.subject, session.uid, tokenMarkMs(lifetimes))
        if (known === undefined) await run.unborn?.()
        // The clients of a session that was there before are notified by the next search for ended ones.
        else await watchSession(storage.documents, session, now())
        throw expired('the provider ended the session while the sign-in came to its end')
      }
      await join(run, payload, key, known)
    },

    leave(run, cookie) {
      run.leaving = sessionKey(cookie)
    },

    secondsLeft({ session }) {
      return Math.ceil(msLeft(session?.startedAt ?? now()) / 1000)
    },
  }
}

const expired = (detail: string): ProtocolError =>
  new ProtocolError(deny('invalid_request', 'interaction_expired', detail))
