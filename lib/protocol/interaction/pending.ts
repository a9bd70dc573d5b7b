import { ACR_TWO_FACTORS, type Authentication } from '../../../policies/authentication-context.ts'
import { MAIL_CODE_SECONDS } from '../../../policies/mail-code.ts'
import { NEW_PASSWORD_SECONDS, type PasswordWeakness } from '../../../policies/new-password.ts'
import { askedPasskeys, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { recordIn, writeRecord } from '../../domain/stored-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { InteractionState } from '../engine/engine.ts'

/** A sign-in whose first step, such as a password, is complete. */
export interface StartedSignIn {
  /** The name as the user entered it, because password managers expect to find it in later forms. */
  readonly username: string
  readonly remember: boolean
  /** The user's revocation version at the first step. If it has changed since, this sign-in is no longer valid. */
  readonly generation: number
  /** Stamp of the entered password. If the password changes, this sign-in ends. Undefined after a passkey. */
  readonly passwordStamp: string | undefined
  /** Why the entered password must be replaced. */
  readonly weakness?: PasswordWeakness
  /** Set if the sign-in page's script found that the browser can create passkeys. */
  readonly creates?: true
  /** The session and its tokens must end by this time (milliseconds since the epoch). Set for federated users. */
  readonly endsAt?: number
  /** Session at the external provider. If it ends, this sign-in ends as well. */
  readonly upstream?: UpstreamSession
}

/**
 * A started sign-in that is waiting for another step. It is stored with the interaction, is not a session, and is never
 * sent to the browser. An interaction has at most one, so a new first step replaces it.
 */
export type PendingSignIn = StartedSignIn & { readonly sub: string } & (
    | { readonly stage: 'second-step' }
    | { readonly stage: 'mail-code'; readonly codeId: string; readonly sending: 'queued' | 'too-many' }
    /** `oneTimeStamp` identifies a one-time password that the user must replace. */
    | { readonly stage: 'new-password'; readonly oneTimeStamp?: string; readonly authentication: Authentication }
    /** `created`: the user has added the offered passkey. */
    | { readonly stage: 'passkey-offer'; readonly authentication: Authentication; readonly created?: true }
  )

/** A pending sign-in with the current user from the user directory. */
export type KnownPendingSignIn = PendingSignIn & { readonly user: User }
export type PendingAt<Stage extends PendingSignIn['stage']> = Extract<KnownPendingSignIn, { readonly stage: Stage }>

type Kept = PendingSignIn & {
  /** Seconds since the epoch. */
  readonly until: number
  /** The interaction's result, if any, when this record was stored. A different result ends this sign-in. */
  readonly answer?: string | undefined
}

export interface PendingServices {
  readonly storage: { readonly records: EphemeralStore; readonly subjects: SubjectStore }
  readonly users: Users
  readonly seconds: () => number
}

const KIND = 'pending-sign-in'
/** How long the user can take for each step, in seconds. */
const SECONDS = {
  'second-step': 600,
  'mail-code': MAIL_CODE_SECONDS,
  'new-password': NEW_PASSWORD_SECONDS,
  'passkey-offer': 600,
} as const

const answerOf = ({ interaction }: InteractionState): string | undefined => JSON.stringify(interaction.result)

/** Stores a pending sign-in, replacing any other in this interaction. */
export async function keepPending(
  { storage, seconds }: Pick<PendingServices, 'storage' | 'seconds'>,
  state: InteractionState,
  pending: PendingSignIn,
): Promise<void> {
  const wait = SECONDS[pending.stage]
  const kept: Kept = { ...pending, until: seconds() + wait, answer: answerOf(state) }
  await storage.records.put(KIND, state.interaction.uid, writeRecord(kept), wait * 1000)
}

/** Whether a second factor was added after the first step, which had therefore not asked for it. */
async function skipsFactor(users: Users, kept: Kept): Promise<boolean> {
  if (kept.stage === 'second-step' || ('created' in kept && kept.created)) return false
  if ('authentication' in kept && kept.authentication.acr === ACR_TWO_FACTORS) return false
  const { passkeys, totp } = await secondFactorsOf(users, kept.sub)
  const added = [
    ...askedPasskeys(passkeys).map(({ createdAt }) => createdAt),
    ...(totp === undefined ? [] : [totp.addedAt]),
  ]
  return added.some((at) => Math.floor(at / 1000) >= kept.until - SECONDS[kept.stage])
}

/**
 * Reads the pending sign-in. It is no longer valid if the user's sessions were revoked, the password changed, a second
 * factor was added that it did not use, or the interaction has a new result. For that reason, nothing has to be removed
 * when the sign-in is complete.
 */
export async function findPending(
  { storage: { records, subjects }, users, seconds }: PendingServices,
  state: InteractionState,
): Promise<KnownPendingSignIn | undefined> {
  const kept = recordIn<Kept>(await records.read(KIND, state.interaction.uid))
  if (kept === undefined || seconds() >= kept.until || kept.answer !== answerOf(state)) return undefined
  const oneTimeStamp = kept.stage === 'new-password' ? kept.oneTimeStamp : undefined
  const [user, subject, skips, stamp, stampToReplace] = await Promise.all([
    users.find(kept.sub),
    subjects.read(kept.sub),
    skipsFactor(users, kept),
    kept.passwordStamp === undefined ? undefined : users.passwordStampOf(kept.sub),
    // Detects that the password no longer has to be replaced, or that an administrator has issued a new one.
    oneTimeStamp === undefined ? undefined : users.oneTimePasswords?.stampOf(kept.sub),
  ])
  const counts =
    subject.generation === kept.generation && stamp === kept.passwordStamp && stampToReplace === oneTimeStamp && !skips
  return user !== undefined && counts ? { ...kept, user } : undefined
}

export const removePending = (
  { storage }: Pick<PendingServices, 'storage'>,
  { interaction }: InteractionState,
): Promise<void> => storage.records.remove(KIND, interaction.uid)
