import type { Authentication } from '../../../policies/authentication-context.ts'
import { MAIL_CODE_SECONDS } from '../../../policies/mail-code.ts'
import { NEW_PASSWORD_SECONDS } from '../../../policies/new-password.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { InteractionState } from '../engine/engine.ts'

/**
 * A sign-in that was begun and waits for a further step. It stays in the store, under the interaction: the browser holds
 * nothing of it, and it is no session. There is one for an interaction, so a new first step replaces what waited before.
 */
export type PendingSignIn = {
  readonly sub: string
  /** As typed; password managers want it back. */
  readonly username: string
  readonly remember: boolean
  /** Revocation version of the subject then: another one now means that everything was ended meanwhile. */
  readonly generation: number
  /** Of the password that was entered; undefined after a passkey. */
  readonly passwordStamp: string | undefined
  /** The browser can create passkeys, as the script of the first step said. */
  readonly creates?: true
  /** The user came from an upstream provider: what comes of it ends then, milliseconds since the epoch. */
  readonly endsAt?: number
  /** And how the provider may end it sooner. */
  readonly upstream?: UpstreamSession
} & (
  | { readonly stage: 'second-step' }
  | { readonly stage: 'mail-code'; readonly codeId: string; readonly letter: 'queued' | 'too-many' }
  /** The password that the stamp stands for must be replaced, whatever the sign-in has reached. */
  | { readonly stage: 'new-password'; readonly oneTimeStamp: string; readonly authentication: Authentication }
  | { readonly stage: 'passkey-offer'; readonly authentication: Authentication }
)

/** With the user as the directory knows them now. */
export type KnownPendingSignIn = PendingSignIn & { readonly user: User }

type Kept = PendingSignIn & {
  /** Seconds since the epoch. */
  readonly until: number
  /** The answer that the interaction had then, as a rule none. */
  readonly answer?: string | undefined
}

export interface PendingServices {
  readonly storage: { readonly records: EphemeralStore; readonly subjects: SubjectStore }
  readonly users: Users
  readonly seconds: () => number
}

const KIND = 'pending-sign-in'
/** How long the page of the step may wait. */
const SECONDS = {
  'second-step': 600,
  'mail-code': MAIL_CODE_SECONDS,
  'new-password': NEW_PASSWORD_SECONDS,
  'passkey-offer': 600,
} as const

const answerOf = ({ interaction }: InteractionState): string | undefined => JSON.stringify(interaction.result)

/** Puts a sign-in in the place of any that waits here. */
export async function keepPending(
  { storage, seconds }: Pick<PendingServices, 'storage' | 'seconds'>,
  state: InteractionState,
  pending: PendingSignIn,
): Promise<void> {
  const wait = SECONDS[pending.stage]
  const kept: Kept = { ...pending, until: seconds() + wait, answer: answerOf(state) }
  await storage.records.put(KIND, state.interaction.uid, writeRecord(kept), wait * 1000)
}

/**
 * The sign-in that waits in this interaction, if it still counts: nothing was ended since, and the passwords are those of then.
 * An answer to the interaction ends it too, whoever gave it; so nothing need be removed when a sign-in is complete.
 */
export async function findPending(
  { storage: { records, subjects }, users, seconds }: PendingServices,
  state: InteractionState,
): Promise<KnownPendingSignIn | undefined> {
  const text = await records.read(KIND, state.interaction.uid)
  const kept = text === undefined ? undefined : readRecord<Kept>(text)
  if (kept === undefined || seconds() >= kept.until || kept.answer !== answerOf(state)) return undefined
  const oneTimeStamp = kept.stage === 'new-password' ? kept.oneTimeStamp : undefined
  const [user, subject, stamp, stampToReplace] = await Promise.all([
    users.find(kept.sub),
    subjects.read(kept.sub),
    kept.passwordStamp === undefined ? undefined : users.passwordStampOf(kept.sub),
    // Not to be replaced any more, or another one was given out, which nobody has entered here.
    oneTimeStamp === undefined ? undefined : users.oneTimePasswords?.stampOf(kept.sub),
  ])
  const counts =
    subject.generation === kept.generation && stamp === kept.passwordStamp && stampToReplace === oneTimeStamp
  return user !== undefined && counts ? { ...kept, user } : undefined
}

export const removePending = (
  { storage }: Pick<PendingServices, 'storage'>,
  { interaction }: InteractionState,
): Promise<void> => storage.records.remove(KIND, interaction.uid)
