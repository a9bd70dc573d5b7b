import { setTimeout as wait } from 'node:timers/promises'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { LogoutClaims } from '../../../policies/upstream-logout-token.ts'
import type { Storage } from '../../ports/storage.ts'
import { unavailable } from '../denial-error.ts'
import { digestOf } from '../keys/digest.ts'
import { type SessionEnding, tokenMarkMs } from './ending.ts'
import { type BrowserSession, sessionOf } from './session-registry.ts'
import { type Begun, markEnded, type NamedInLogout, type UpstreamOrigin } from './upstream-sessions.ts'

/** Which logout tokens were here before. */
const TOKEN = 'upstream-logout-token'
/** A node that dies while it ends sessions holds the token so long, in milliseconds; then it may come again. */
const LEASE_MS = 20_000
const MARGIN_MS = 60_000
/** Between two looks at a token that another request is carrying out. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 1_600]
const DONE = 'done'

/** Ends what a provider says to have ended there (D-A5). */
export type UpstreamLogout = ReturnType<typeof upstreamLogout>

export function upstreamLogout(storage: Storage, ending: Pick<SessionEnding, 'endSession'>, lifetimes: Lifetimes) {
  const { records, subjects } = storage

  const endBegun = async ({ sub, uid }: Begun, named: NamedInLogout): Promise<readonly BrowserSession[]> => {
    const session = await sessionOf(storage, sub, uid)
    // Its refresh tokens may live on without it.
    if (session === undefined) await subjects.revokeSession(sub, uid, tokenMarkMs(lifetimes))
    // Its user may have signed in to it anew since.
    if (session?.about.upstream === undefined || !named.includes(session.about.upstream)) return []
    await ending.endSession(session, 'end')
    return [session]
  }

  const endNamed = async (origin: UpstreamOrigin, claims: LogoutClaims, mark: string) => {
    const named = await markEnded(storage, origin, claims, mark, lifetimes.interaction * 1000)
    const ended: BrowserSession[] = []
    for (const one of named.begun) ended.push(...(await endBegun(one, named)))
    await named.forget()
    return ended
  }

  /** Whether the token is this request's to carry out. Until it is done, a second one is no replay: whoever carries it out may die. */
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
     * Ends the sessions that the claims of a logout token name, refresh tokens with them, and notifies their clients.
     * @param now seconds since the epoch
     * @returns the sessions that have ended; `replayed`: the token was here before
     * @throws StoreUnavailable, or DenialError 503 while another request carries it out: then the same token may come again
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
        // Not done: its sender comes again.
        await records.remove(TOKEN, id).catch(() => undefined)
        throw error
      }
    },
  }
}
