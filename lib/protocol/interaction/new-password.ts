import type { Authentication } from '../../../policies/authentication-context.ts'
import { NEW_PASSWORD_SECONDS, type NewPasswordIssue, newPasswordIssue } from '../../../policies/new-password.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { redirect } from '../../web/http/responses.ts'
import { accountView, clientView } from '../../web/pages/shown-names.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import { completeSignIn, type Recognised, stillRecognised } from './complete.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'
import { NewPassword } from './new-password-view.tsx'
import { oneUse, type StepOutcome } from './once.ts'

/** Who was recognised, and owes another password. It stays in the store: the browser holds nothing of it. */
interface Proof {
  readonly sub: string
  /** Of the password that must be replaced. */
  readonly stamp: string
  /** For password managers. */
  readonly username: string
  readonly remember: boolean
  /** How surely they have been recognised so far. */
  readonly authentication: Authentication
  /** Generation of the subject then. */
  readonly generation: number
  /** Of the password that was entered; undefined after a passkey. */
  readonly passwordStamp: string | undefined
}

interface Proved {
  readonly proof: Proof
  readonly user: User
}

const KIND = 'new-password'

/**
 * All that is asked for was shown. The sign-in ends here, unless the password is one to be replaced (A3): then that comes
 * first, however the person was recognised.
 */
export async function goOnSigningIn(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  { username, ...recognised }: Recognised & { readonly username: string },
  finish: Finish,
): Promise<void> {
  const {
    user: { sub },
    remember,
    authentication,
    generation,
    passwordStamp,
  } = recognised
  const stamp = await services.users.oneTimePasswords?.stampOf(sub)
  if (stamp !== undefined) {
    const proof = { sub, stamp, username, remember, authentication, generation, passwordStamp }
    return demandNewPassword(services, context, open, proof)
  }
  context.event = 'sign-in.succeeded'
  await completeSignIn(services, context, open, recognised, finish)
}

async function demandNewPassword(
  { records }: InteractionServices,
  context: RequestContext,
  { state, action }: OpenInteraction,
  proof: Proof,
): Promise<void> {
  note(context.trace, 'sign-in', 'a new password is asked for')
  await records.put(KIND, state.interaction.uid, JSON.stringify(proof), NEW_PASSWORD_SECONDS * 1000)
  redirect(context, action)
}

/** Who was recognised in this interaction and has not chosen another password yet. */
export async function provedUser(
  services: InteractionServices,
  { state }: OpenInteraction,
): Promise<Proved | undefined> {
  const { oneTimePasswords } = services.users
  if (oneTimePasswords === undefined) return undefined
  const text = await services.records.read(KIND, state.interaction.uid)
  if (text === undefined) return undefined
  const proof = JSON.parse(text) as Proof
  // Ended, reset or changed meanwhile: the stamp may be that of a password nobody has entered here, or of one that is gone.
  const [user, stamp] = await Promise.all([stillRecognised(services, proof), oneTimePasswords.stampOf(proof.sub)])
  return user === undefined || stamp !== proof.stamp ? undefined : { proof, user }
}

export function showNewPassword(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  { proof, user }: Proved,
  fault?: NewPasswordIssue,
): Promise<void> {
  return services.pages.show(
    context,
    fault === undefined ? 200 : 422,
    NewPassword,
    {
      form: { action: open.action, hidden: { ...open.hidden, ...oneUse() } },
      client: clientView(open.client, services.pages.view(context, open.state.interaction.params.ui_locales)),
      account: accountView(user),
      username: proof.username,
      fault,
    },
    { uiLocales: open.state.interaction.params.ui_locales },
  )
}

/** Judges the chosen password, puts it in place, and lets the sign-in go on. */
export async function chooseNewPassword(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
  finish: Finish,
): Promise<StepOutcome> {
  const { oneTimePasswords } = services.users
  const proved = await provedUser(services, open)
  if (proved === undefined || oneTimePasswords === undefined) return 'void'
  const {
    proof: { sub, stamp, username, remember, authentication, generation, passwordStamp: entered },
    user,
  } = proved
  const password = form.get('new_password') ?? ''
  const names = [username, user.preferred_username, user.email].filter((name) => name !== undefined)
  const fault = newPasswordIssue({ password, repeat: form.get('repeat') ?? '', names })
  const outcome = fault === undefined ? await oneTimePasswords.replace({ sub, stamp, password }) : fault
  if (outcome !== 'replaced' && outcome !== 'outdated') {
    await showNewPassword(services, context, open, proved, outcome === 'same-password' ? 'is_old' : outcome)
    return 'shown'
  }
  await services.records.remove(KIND, open.state.interaction.uid)
  // Another tab was faster, or an administrator gave out another password.
  if (outcome === 'outdated') return 'void'
  note(context.trace, 'sign-in', 'a new password was chosen')
  context.event = 'sign-in.succeeded'
  const passwordStamp = entered === undefined ? undefined : await services.users.passwordStampOf(sub)
  await completeSignIn(services, context, open, { user, remember, authentication, generation, passwordStamp }, finish)
  return 'led'
}
