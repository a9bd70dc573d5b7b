import { authenticationOf } from '../../../policies/authentication-context.ts'
import { deny } from '../../../policies/verdict.ts'
import { sendJson } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'
import { goOnSigningIn } from './new-password.ts'
import { forgetHalf, type HalfProved } from './pending.ts'

/** Query of the address where a page's script gets what it hands to the browser. */
export const PASSKEY_OPTIONS = { passkey: 'options' } as const

export const passkeyBinding = ({ state }: OpenInteraction): string => `interaction ${state.interaction.uid}`

/** GET …?passkey=options: a fresh challenge. For a second step the passkeys of the person are named. */
export async function sendPasskeyOptions(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  half: HalfProved | undefined,
): Promise<void> {
  const { passkeys, users } = services
  if (passkeys === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  const of = half === undefined ? undefined : await users.passkeys?.list(half.user.sub)
  sendJson(context, 200, passkeys.request(passkeyBinding(open), of))
}

/** POST with a passkey on the sign-in page (A1): it says who signs in, and is two factors by itself. */
export async function signInByPasskey(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
  finish: Finish,
): Promise<'done' | 'refused' | 'unknown'> {
  const shown = await services.passkeys?.prove(form.get('passkey') ?? '', passkeyBinding(open))
  const user = shown?.outcome === 'proved' ? await services.users.find(shown.sub) : undefined
  if (shown?.outcome !== 'proved' || user === undefined) {
    note(context.trace, 'sign-in', 'passkey refused')
    context.event = 'sign-in.failed'
    return shown?.outcome === 'unknown' ? 'unknown' : 'refused'
  }
  const { generation } = await services.subjects.read(user.sub)
  note(context.trace, 'sign-in', 'by passkey')
  await forgetHalf(services, open)
  const username = user.preferred_username ?? user.email ?? user.sub
  const remember = form.get('remember') === 'on'
  const authentication = authenticationOf(shown.proof)
  const recognised = { user, username, remember, authentication, generation, passwordStamp: undefined }
  await goOnSigningIn(services, context, open, recognised, finish)
  return 'done'
}
