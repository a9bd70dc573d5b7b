/** Plans the writes that save a request's session. */
import { sessionEndsAt } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { EngineRun } from './context.ts'

/** Milliseconds until a session ends. @param now milliseconds since the epoch */
export const sessionMsLeft = (
  { startedAt, endsAt }: { readonly startedAt: number; readonly endsAt: number | undefined },
  lifetimes: Lifetimes,
  now: number,
): number => Math.max(1_000, sessionEndsAt({ startedAt, seenAt: now, endsAt }, lifetimes) - now)

type Facts = Pick<EngineRun, 'session' | 'replacedSessionKey' | 'authenticated'>

export type SavePlan = ReturnType<typeof planSave>

/** @param now milliseconds since the epoch @param paceMs time after which an unchanged session is written again */
export function planSave(
  { session, replacedSessionKey: left, authenticated: signedIn }: Facts,
  { key, accountId }: { readonly key: string; readonly accountId: string },
  now: number,
  paceMs: number,
) {
  const isTheirs = session?.payload.accountId === accountId && left !== undefined
  const known = isTheirs || session?.key === key ? session : undefined
  const authenticated = signedIn?.accountId === accountId ? signedIn : undefined
  // A new sign-in resets the session's maximum lifetime.
  const { endsAt, upstream } = authenticated ?? known ?? {}
  const isHere = known?.key === key
  return {
    /** The session as read from the store; undefined if it starts in this request. */
    known,
    /** The sign-in in this request, if any. */
    authenticated,
    startedAt: known?.startedAt ?? now,
    endsAt,
    upstream,
    /** The user's revocation version; undefined if it still has to be read. */
    subjectGeneration: known?.subjectGeneration ?? authenticated?.generation,
    /** Whether this key is added to the subject's list of sessions. */
    isListed: !isHere,
    /** The previous record, under a different key. It is moved to this key or removed. */
    replacedSession:
      left === undefined || left === key
        ? undefined
        : { key: left, by: known === undefined ? ('remove' as const) : ('move' as const) },
    /** When the record was last written; undefined if it is due to be written even without changes. */
    writtenAt: isHere && now - known.writtenAt < paceMs ? known.writtenAt : undefined,
  }
}
