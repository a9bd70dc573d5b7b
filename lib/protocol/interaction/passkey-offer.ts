import { displayName, displayUsername } from '../../domain/accounts/display-name.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { sendJson } from '../../web/http/responses.ts'
import { newPasskeyName } from '../../web/pages/passkey-name.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { note } from '../../web/request/request-context.ts'
import { type CompletingServices, completeSignIn } from './complete.ts'
import { oneUse } from './once.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { PASSKEY_OPTIONS, passkeyBinding } from './passkey.ts'
import { mayAddPasskey, type OfferServices } from './passkey-offer-due.ts'
import { PasskeyCreated, PasskeyOffer, type PasskeyOfferIssue } from './passkey-offer-view.tsx'
import { keepPending } from './pending.ts'
import { notOffered, type PageServices, pendingAt, rendered, showPage, stageProps } from './stage-page.ts'

type Services = PageServices & OfferServices & CompletingServices & Pick<InteractionServices, 'audit' | 'site'>

function ceremoniesOf({ passkeys }: Pick<InteractionServices, 'passkeys'>): PasskeyCeremonies {
  if (passkeys === undefined) throw notOffered()
  return passkeys
}

export async function showPasskeyOffer(
  services: PageServices & OfferServices,
  open: OpenInteraction,
  issue?: PasskeyOfferIssue,
): Promise<void> {
  const { sub } = pendingAt('passkey-offer', open)
  // The user has already created the passkey and has only reloaded the page or submitted the form again.
  if (((await services.users.passkeys?.list(sub)) ?? []).length > 0) return showCreated(services, open)
  const optionsHref = withParameters(open.action, PASSKEY_OPTIONS)
  const props = { ...stageProps(services, open, 'passkey-offer', oneUse()), optionsHref, issue }
  return showPage(services, open, PasskeyOffer, props, { status: issue === undefined ? 200 : 422 })
}

function showCreated(services: PageServices, open: OpenInteraction, codes?: readonly string[]): Promise<void> {
  return showPage(services, open, PasskeyCreated, { ...stageProps(services, open, 'passkey-offer'), codes })
}

/** GET …?passkey=options: sends the script the options for creating a passkey. */
export async function sendCreationOptions(
  services: Pick<InteractionServices, 'passkeys'>,
  open: OpenInteraction,
  user: User,
): Promise<void> {
  const owner = { sub: user.sub, username: displayUsername(user), name: displayName(user) }
  sendJson(open.context, 200, await ceremoniesOf(services).creation(owner, passkeyBinding(open)))
}

/** Accepts "Not now" or the created passkey. The sign-in continues in either case. */
export async function takePasskeyOffer(services: Services, open: OpenInteraction, form: Form): Promise<Outcome> {
  const pending = pendingAt('passkey-offer', open)
  if (form.get('action') === 'continue') return completeSignIn(services, open, pending)
  const sent = form.get('passkey') ?? ''
  if (sent === '') throw notOffered()
  const { context } = open
  if (!(await mayAddPasskey(services, pending.sub, pending.authentication.acr)))
    return rendered(showPasskeyOffer(services, open, 'refused'))
  const made = await ceremoniesOf(services).register(sent, passkeyBinding(open), services.site.issuerUrl)
  if (made === 'refused') return rendered(showPasskeyOffer(services, open, 'refused'))
  const { model, ...passkey } = made
  const name = newPasskeyName(services.pages.view(context), headerText(context.req, 'user-agent'), model)
  const outcome = (await services.users.passkeys?.add(pending.sub, { ...passkey, name })) ?? 'taken'
  if (outcome !== 'added') return rendered(showPasskeyOffer(services, open, 'taken'))
  note(context.trace, 'sign-in', 'a passkey was created')
  const { address, requestId } = context
  const entry = { result: 'ok', user: pending.sub, address, requestId } as const
  services.audit.note({ event: 'account.passkey-added', ...entry })
  const { recoveryCodes } = services.users
  if (recoveryCodes === undefined || (await recoveryCodes.stateOf(pending.sub)) !== undefined)
    return completeSignIn(services, open, pending)
  const { user: _user, ...kept } = pending
  await keepPending(services, open.state, { ...kept, created: true })
  const codes = await recoveryCodes.renew(pending.sub)
  services.audit.note({ event: 'account.recovery-codes-made', ...entry })
  return rendered(showCreated(services, open, codes))
}
