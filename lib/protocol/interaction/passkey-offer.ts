import { displayName, displayUsername } from '../../domain/accounts/display-name.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { AuditEventName } from '../../domain/audit/events.ts'
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
import { PasskeyCreated, PasskeyOffer, type PasskeyOfferIssue, PasskeySilent } from './passkey-offer-view.tsx'
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
  if (services.login.offerPasskey === 'silent') {
    const props = { ...stageProps(services, open, 'passkey-offer', oneUse()), optionsHref: optionsHref(open) }
    return showPage(services, open, PasskeySilent, props)
  }
  // The user has already created the passkey and has only reloaded the page or submitted the form again.
  if (((await services.users.passkeys?.list(sub)) ?? []).length > 0) return showCreated(services, open)
  const props = { ...stageProps(services, open, 'passkey-offer', oneUse()), optionsHref: optionsHref(open), issue }
  return showPage(services, open, PasskeyOffer, props, { status: issue === undefined ? 200 : 422 })
}

const optionsHref = ({ action }: OpenInteraction): string => withParameters(action, PASSKEY_OPTIONS)

function showCreated(services: PageServices, open: OpenInteraction, codes?: readonly string[]): Promise<void> {
  return showPage(services, open, PasskeyCreated, { ...stageProps(services, open, 'passkey-offer'), codes })
}

/** GET …?passkey=options: sends the script the options for creating a passkey. */
export async function sendCreationOptions(
  services: Pick<InteractionServices, 'passkeys'>,
  open: OpenInteraction,
  user: User,
  mode?: 'silent',
): Promise<void> {
  const owner = { sub: user.sub, username: displayUsername(user), name: displayName(user) }
  const binding = mode === 'silent' ? silentBinding(open, user.sub) : passkeyBinding(open)
  sendJson(open.context, 200, await ceremoniesOf(services).creation(owner, binding, mode))
}

/** A response to other options of the interaction, or to those for another user, is refused. */
const silentBinding = (open: OpenInteraction, sub: string): string => `${passkeyBinding(open)} silent ${sub}`

/** GET …?passkey=options at this stage. */
export const sendOfferOptions = (
  services: Pick<InteractionServices, 'passkeys' | 'login'>,
  open: OpenInteraction,
): Promise<void> =>
  sendCreationOptions(
    services,
    open,
    pendingAt('passkey-offer', open).user,
    services.login.offerPasskey === 'silent' ? 'silent' : undefined,
  )

/** Accepts "Not now" or the created passkey. The sign-in continues in either case. */
export async function takePasskeyOffer(services: Services, open: OpenInteraction, form: Form): Promise<Outcome> {
  const pending = pendingAt('passkey-offer', open)
  if (form.get('action') === 'continue') return completeSignIn(services, open, pending)
  const sent = form.get('passkey') ?? ''
  if (services.login.offerPasskey === 'silent') {
    const outcome = sent === '' ? 'refused' : await addOffered(services, open, sent, 'silent').catch(() => 'refused')
    // The sign-in goes on in any case.
    if (outcome !== 'added') note(open.context.trace, 'sign-in', 'no passkey was created')
    return completeSignIn(services, open, pending)
  }
  if (sent === '') throw notOffered()
  const outcome = await addOffered(services, open, sent)
  if (outcome !== 'added') return rendered(showPasskeyOffer(services, open, outcome))
  const { recoveryCodes } = services.users
  if (recoveryCodes === undefined || (await recoveryCodes.stateOf(pending.sub)) !== undefined)
    return completeSignIn(services, open, pending)
  const { user: _user, ...kept } = pending
  await keepPending(services, open.state, { ...kept, created: true })
  const codes = await recoveryCodes.renew(pending.sub)
  audit(services, open, 'account.recovery-codes-made')
  return rendered(showCreated(services, open, codes))
}

async function addOffered(
  services: Services,
  open: OpenInteraction,
  sent: string,
  mode?: 'silent',
): Promise<'added' | PasskeyOfferIssue> {
  const { context } = open
  const { sub, authentication } = pendingAt('passkey-offer', open)
  if (!(await mayAddPasskey(services, sub, authentication.acr))) return 'refused'
  const binding = mode === 'silent' ? silentBinding(open, sub) : passkeyBinding(open)
  const made = await ceremoniesOf(services).register(sent, binding, services.site.issuerUrl, mode)
  if (made === 'refused') return 'refused'
  const { model, ...passkey } = made
  const name = newPasskeyName(services.pages.view(context), headerText(context.req, 'user-agent'), model)
  const outcome = await services.users.passkeys?.add(sub, { ...passkey, name })
  if (outcome !== 'added') return 'taken'
  note(context.trace, 'sign-in', 'a passkey was created')
  audit(services, open, 'account.passkey-added')
  return 'added'
}

function audit(services: Services, open: OpenInteraction, event: AuditEventName): void {
  const { address, requestId } = open.context
  services.audit.note({ event, result: 'ok', user: pendingAt('passkey-offer', open).sub, address, requestId })
}
