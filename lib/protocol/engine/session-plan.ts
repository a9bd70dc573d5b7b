/** What has to be written to keep the session of a request, from what the request knows. */
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

/** What has to be written to keep a session under a key. */
export interface SavePlan {
  /** The session as it was loaded; undefined: it begins in this request. */
  readonly known: LoadedSession | undefined
  /** The sign-in that it comes of in this request. */
  readonly authenticated: EngineRun['authenticated']
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endsAt: number | undefined
  readonly upstream: LoadedSession['upstream']
  /** Revocation version of the subject; undefined: it must be read. */
  readonly subjectGeneration: number | undefined
  /** The list of the subject's sessions gets this key. */
  readonly isListed: boolean
  /** The record at another key, which becomes this one or goes. */
  readonly leaving: { readonly key: string; readonly by: 'move' | 'remove' } | undefined
  /** The record of that time may stay, if nothing else in it changes. */
  readonly writtenAt: number | undefined
}

/** @param now milliseconds since the epoch @param paceMs after which a session that nothing has changed in is written again */
export function planSave(
  { session, leaving: left, authenticated: signedIn }: Facts,
  { key, accountId }: { readonly key: string; readonly accountId: string },
  now: number,
  paceMs: number,
): SavePlan {
  const isTheirs = session?.payload.accountId === accountId && left !== undefined
  const known = isTheirs || session?.key === key ? session : undefined
  const authenticated = signedIn?.accountId === accountId ? signedIn : undefined
  // Whoever has signed in anew holds the session as long as that sign-in allows.
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
