import { setTimeout as wait } from 'node:timers/promises'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { LogoutClaims } from '../../../policies/upstream-logout-token.ts'
import type { Storage } from '../../ports/storage.ts'
import { unavailable } from '../denial-error.ts'
import { digestOf } from '../keys/digest.ts'
import { type SessionEnding, tokenMarkMs } from './ending.ts'
import { type BrowserSession, sessionOf } from './session-registry.ts'
import { markEnded, type NamedInLogout, type UpstreamOrigin, type UpstreamSignIn } from './upstream-sessions.ts'

/** Namespace for logout tokens that have been received. */
const TOKEN = 'upstream-logout-token'
/** How long a logout token stays blocked if a node dies while processing it, in milliseconds. */
const LEASE_MS = 20_000
const MARGIN_MS = 60_000
/** Pauses between reads of a token that another request is processing, in milliseconds. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 1_600]
const DONE = 'done'

/** Ends sessions after a logout at the external provider (D-A5). */
export type UpstreamLogout = ReturnType<typeof upstreamLogout>

export function upstreamLogout(storage: Storage, ending: Pick<SessionEnding, 'endSession'>, lifetimes: Lifetimes) {
  const { records, subjects } = storage

  const endSignIn = async ({ sub, uid }: UpstreamSignIn, named: NamedInLogout): Promise<readonly BrowserSession[]> => {
    const session = await sessionOf(storage, sub, uid)
    // The session is gone, but its refresh tokens may have outlived it.
    if (session === undefined) await subjects.revokeSession(sub, uid, tokenMarkMs(lifetimes))
    // In the meantime, a new sign-in may have taken over the session.
    if (session?.about.upstream === undefined || !named.includes(session.about.upstream)) return []
    await ending.endSession(session, 'end')
    return [session]
  }

  const endNamed = async (origin: UpstreamOrigin, claims: LogoutClaims, mark: string) => {
    const named = await markEnded(storage, origin, claims, mark, lifetimes.interaction * 1000)
    const ended: BrowserSession[] = []
    for (const one of named.begun) ended.push(...(await endSignIn(one, named)))
    await named.forget()
    return ended
  }

  /** Whether this request may process the token. A token whose processing never finished is not a replay. */
  const claimed = async (id: string): Promise<boolean> => {
    for (const pause of [...PAUSES_MS, undefined]) {
      if ((await records.claim(TOKEN, id, 'underway', LEASE_MS)) === 'claimed') return true
      if ((await records.read(TOKEN, id)) === DONE) return false
      if (pause !== undefined) await wait(pause)
    }
    throw unavailable('not_ready', 'the same logout token is being carried out')
  }

  return {
    /**
     * Ends the sessions and refresh tokens that a logout token's claims identify, and notifies the clients.
     * @param now seconds since the epoch
     * @returns the ended sessions; `replayed` if the token was received before
     * @throws StoreUnavailable, or DenialError 503 while another request is processing the token; the sender can retry
     */
    async end(
      origin: UpstreamOrigin,
      claims: LogoutClaims,
      now: number,
    ): Promise<readonly BrowserSession[] | 'replayed'> {
      const id = digestOf(JSON.stringify([origin.connector, origin.issuer, claims.jti]))
      if (!(await claimed(id))) return 'replayed'
      try {
        const ended = await endNamed(origin, claims, id)
        await records.put(TOKEN, id, DONE, (claims.until - now) * 1000 + MARGIN_MS)
        return ended
      } catch (error) {
        // The logout is incomplete, so the sender must be able to retry it.
        await records.remove(TOKEN, id).catch(() => undefined)
        throw error
      }
    },
  }
}
