import { DecryptionError, type Seal } from '../../domain/keys/seal.ts'
import { cookieValue } from '../../web/request/cookies.ts'
import { type AppCookies, type AppSession, type AppSessions, SESSION_MS } from './app-session.ts'

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
