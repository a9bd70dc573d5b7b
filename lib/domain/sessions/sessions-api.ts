import type { Storage } from '../../ports/storage.ts'
import type { SessionEnding } from './ending.ts'
import { type BrowserSession, sessionOf, sessionsOf } from './session-registry.ts'

/** Browser sessions, for the panel, the portal and the host. */
export interface Sessions {
  /** The subject's live sessions, newest first. */
  list(subject: string): Promise<readonly BrowserSession[]>
  /** Ends a session and notifies its clients (D-S9). */
  end(subject: string, uid: string): Promise<'ended' | 'missing'>
  /** Ends all of the subject's sessions and tokens, on all devices, and notifies every client. */
  endAll(subject: string): Promise<void>
  /** Call when a user's roles change in the host's directory, so that access to role-restricted apps is rechecked. */
  rolesChanged(subject: string): Promise<void>
}

export function sessionsApi(storage: Storage, ending: SessionEnding): Sessions {
  return {
    list: (subject) => sessionsOf(storage, subject),
    async end(subject, uid) {
      const session = await sessionOf(storage, subject, uid)
      if (session === undefined) return 'missing'
      await ending.endSession(session)
      return 'ended'
    },
    async endAll(subject) {
      await ending.endEverything(subject)
    },
    async rolesChanged(subject) {
      await storage.subjects.changeRoles(subject)
    },
  }
}
