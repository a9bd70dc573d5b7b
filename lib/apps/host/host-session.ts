import type { GuardedSession } from '../../../policies/host-guard.ts'
import type { SecondFactorRequirement } from '../../domain/accounts/second-factor-requirement.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import { readClient } from '../../domain/clients/client-record.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import type { TokenStateReader } from '../../ports/token-state.ts'
import type { AppSession, AppSessions } from '../first-party/app-session.ts'
import type { HostSession, RequestHeaders } from './host-contract.ts'

/** A live session, with everything that the guard and the sign-out need. */
export interface LiveHostSession {
  readonly seen: HostSession
  readonly guarded: GuardedSession
  readonly session: AppSession
  readonly user: User
}

export interface HostSessionParts {
  readonly sessions: Pick<AppSessions, 'read'>
  readonly tokenState: TokenStateReader
  /** Client ID of the host's pages. */
  readonly clientId: string
  readonly users: Pick<Users, 'find'>
  readonly secondFactor: Pick<SecondFactorRequirement, 'isMet'>
}

/**
 * A request's live session; undefined after sign-out, suspension, or deletion, and if the user must sign in with two
 * factors but did not. Calls the store once, in parallel with the directory, but only if the request has a session.
 * Repeated calls for the same request share one lookup.
 * @throws StoreUnavailable, DenialError temporarily_unavailable
 */
export function hostSessions(parts: HostSessionParts): (req: RequestHeaders) => Promise<LiveHostSession | undefined> {
  const { sessions, tokenState, clientId, users, secondFactor } = parts
  const asked = new WeakMap<RequestHeaders, Promise<LiveHostSession | undefined>>()
  const find = async (req: RequestHeaders): Promise<LiveHostSession | undefined> => {
    const session = (await sessions.read({ req }))?.session
    if (session === undefined) return undefined
    const [state, user] = await Promise.all([
      tokenState.look({
        clients: [clientId],
        subject: { id: session.sub, session: sessionOfSid(session.sid), client: clientId },
      }),
      users.find(session.sub),
    ])
    const { generation, sessionEnded = true } = state.subject ?? {}
    if (user === undefined || sessionEnded || generation !== session.subjectGeneration) return undefined
    // The epoch changes when the client's tokens are revoked, and after a restore.
    if (readClient(state.clients[0])?.epoch !== session.clientEpoch) return undefined
    if (!(await secondFactor.isMet(user, { clientId }, session))) return undefined
    const { acr, signedInAt: authTime, requestedAcr } = session
    const { sub, name, email, roles = [] } = user
    const seen: HostSession = {
      user: { sub, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) },
      roles,
      acr,
      authTime,
    }
    return { seen, guarded: { roles, acr, authTime, requestedAcr }, session, user }
  }
  return (req) => {
    let found = asked.get(req)
    if (found === undefined) {
      found = find(req)
      asked.set(req, found)
      // Forget a failed lookup, so the same request can retry it.
      found.catch(() => asked.delete(req))
    }
    return found
  }
}
