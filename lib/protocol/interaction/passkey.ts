import { authenticationOf } from '../../../policies/authentication-context.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { sendJson } from '../../web/http/responses.ts'
import { note, notFound } from '../../web/request/request-context.ts'
import { type CompletingServices, continueSignIn } from './complete.ts'
import type { Form, InteractionServices, OpenInteraction } from './open-interaction.ts'
import type { SignInIssue } from './sign-in-props.ts'

export type PasskeyServices = CompletingServices & Pick<InteractionServices, 'passkeys' | 'storage'>

/** Query parameter of the URL from which a page's script fetches the passkey options. */
export const PASSKEY_OPTIONS = { passkey: 'options' } as const

export const passkeyBinding = ({ state }: OpenInteraction): string => `interaction ${state.interaction.uid}`

/** GET …?passkey=options: sends a new challenge. @param user set in a second step, to accept only this user's keys */
export async function sendPasskeyOptions(
  { passkeys, users }: Pick<InteractionServices, 'passkeys' | 'users'>,
  open: OpenInteraction,
  user: User | undefined,
): Promise<void> {
  if (passkeys === undefined) throw notFound()
  const known = user === undefined ? undefined : await users.passkeys?.list(user.sub)
  sendJson(open.context, 200, passkeys.request(passkeyBinding(open), known))
}

/** Signs in with a passkey as the first step. A passkey identifies the user and counts as two factors. */
export async function signInByPasskey(
  services: PasskeyServices,
  open: OpenInteraction,
  form: Form,
): Promise<SignInIssue | undefined> {
  const { context } = open
  context.method = 'passkey'
  const shown = await services.passkeys?.verify(form.get('passkey') ?? '', passkeyBinding(open))
  const user = shown?.outcome === 'verified' ? await services.users.find(shown.sub) : undefined
  if (shown?.outcome !== 'verified' || user === undefined) {
    note(context.trace, 'sign-in', 'passkey refused')
    context.event = 'sign-in.failed'
    return { kind: shown?.outcome === 'unknown' ? 'passkey_unknown' : 'passkey_wrong' }
  }
  const { generation } = await services.storage.subjects.read(user.sub)
  note(context.trace, 'sign-in', 'by passkey')
  const [username, remember] = [displayUsername(user), form.get('remember') === 'on']
  const authentication = authenticationOf(shown.method)
  const result = { user, username, remember, authentication, generation, passwordStamp: undefined }
  await continueSignIn(services, open, result)
  return undefined
}
