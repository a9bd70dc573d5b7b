import type { IncomingMessage } from 'node:http'
import type { GuardedSession } from '../../../policies/host-guard.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { AppSession, AppSessions } from '../first-party/app-session.ts'
import type { HostSession } from './host-contract.ts'

/** A live session with what the rules and the sign-out need of it. */
export interface LiveHostSession {
  readonly seen: HostSession
  readonly guarded: GuardedSession
  readonly session: AppSession
  readonly user: User
}

export interface HostSessionParts {
  readonly sessions: Pick<AppSessions, 'read'>
  readonly subjects: Pick<SubjectStore, 'read'>
  readonly users: Pick<Users, 'find'>
}

/**
 * The live session that a request comes with: signed out anywhere, suspended or gone, and there is none. One round trip to the store,
 * beside which the directory is asked; none without a session. A request is asked about once, however many ask.
 * @throws StoreUnavailable, DenialError temporarily_unavailable
 */
export function hostSessions({
  sessions,
  subjects,
  users,
}: HostSessionParts): (req: IncomingMessage) => Promise<LiveHostSession | undefined> {
  const asked = new WeakMap<IncomingMessage, Promise<LiveHostSession | undefined>>()
  const find = async (req: IncomingMessage): Promise<LiveHostSession | undefined> => {
    const session = (await sessions.read({ req }))?.session
    if (session === undefined) return undefined
    const [state, user] = await Promise.all([
      subjects.read(session.sub, sessionOfSid(session.sid)),
      users.find(session.sub),
    ])
    if (user === undefined || state.sessionEnded || state.generation !== session.subjectGeneration) return undefined
    const { acr, signedInAt: authTime, asked: askedFor } = session
    const { sub, name, email, roles = [] } = user
    const seen: HostSession = {
      user: { sub, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) },
      roles,
      acr,
      authTime,
    }
    return { seen, guarded: { roles, acr, authTime, asked: askedFor }, session, user }
  }
  return (req) => {
    let found = asked.get(req)
    if (found === undefined) {
      found = find(req)
      asked.set(req, found)
      // A request that goes on after a failure may be asked about again.
      found.catch(() => asked.delete(req))
    }
    return found
  }
}
