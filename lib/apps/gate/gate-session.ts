import type { StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { AppSession, AppSessions } from '../first-party/app-session.ts'
import type { BegunSignIn } from '../first-party/relying-party.ts'

/**
 * What a browser has at the host of a gated app. `https`: whether the address of the app has it; the cookies of the two have different
 * names, and one is worth nothing as the other, since over http another host could have planted it.
 */
export interface GateSessions {
  /** Of one app: sealed for it, and worth nothing at another. */
  of(clientId: string, https: boolean): AppSessions
  /** Sign-ins that a browser has begun at the host of the app. */
  started(clientId: string, https: boolean): StartedSignIns<BegunSignIn>
}

/** The session that a request comes with, and over what it was opened; no look-up but that of the cookie. */
export async function sessionAtGate(
  sessions: Pick<GateSessions, 'of'>,
  context: Pick<RequestContext, 'req'>,
  clientId: string,
): Promise<{ readonly session: AppSession; readonly https: boolean } | undefined> {
  for (const https of [true, false]) {
    const found = await sessions.of(clientId, https).read(context)
    if (found !== undefined) return { session: found.session, https }
  }
  return undefined
}
