/** Plans the writes that save the session of a request. */
import { sessionEndsAt } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { EngineRun, LoadedSession } from './context.ts'

/** @param now milliseconds since the epoch */
export const sessionMsLeft = (
  { startedAt, endsAt }: { readonly startedAt: number; readonly endsAt: number | undefined },
  lifetimes: Lifetimes,
  now: number,
): number => Math.max(1_000, sessionEndsAt({ startedAt, seenAt: now, endsAt }, lifetimes) - now)

type Facts = Pick<EngineRun, 'session' | 'leaving' | 'authenticated'>

export interface SavePlan {
  /** The loaded session. Undefined for a session that starts in this request. */
  readonly known: LoadedSession | undefined
  /** The sign-in of this request. */
  readonly authenticated: EngineRun['authenticated']
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endsAt: number | undefined
  readonly upstream: LoadedSession['upstream']
  /** Revocation version of the subject; undefined when it must be read. */
  readonly subjectGeneration: number | undefined
  /** Whether this key is added to the subject's list of sessions. */
  readonly isListed: boolean
  /** The record at another key, which is moved to this key or removed. */
  readonly leaving: { readonly key: string; readonly by: 'move' | 'remove' } | undefined
  /** When the record was written; set when it is rewritten only after a change of its contents. */
  readonly writtenAt: number | undefined
}

/** @param now milliseconds since the epoch @param paceMs an unchanged session is rewritten after this time */
export function planSave(
  { session, leaving: left, authenticated: signedIn }: Facts,
  { key, accountId }: { readonly key: string; readonly accountId: string },
  now: number,
  paceMs: number,
): SavePlan {
  const isTheirs = session?.payload.accountId === accountId && left !== undefined
  const known = isTheirs || session?.key === key ? session : undefined
  const authenticated = signedIn?.accountId === accountId ? signedIn : undefined
  // A new sign-in resets the session's maximum lifetime.
  const { endsAt, upstream } = authenticated ?? known ?? {}
  const isHere = known?.key === key
  return {
    known,
    authenticated,
    startedAt: known?.startedAt ?? now,
    endsAt,
    upstream,
    subjectGeneration: known?.subjectGeneration ?? authenticated?.generation,
    isListed: !isHere,
    leaving:
      left === undefined || left === key ? undefined : { key: left, by: known === undefined ? 'remove' : 'move' },
    writtenAt: isHere && now - known.writtenAt < paceMs ? known.writtenAt : undefined,
  }
}
