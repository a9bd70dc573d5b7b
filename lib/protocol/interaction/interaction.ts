import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Consents } from '../../domain/accounts/consents.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import type { SecondStepThrottle } from '../../domain/accounts/second-step-throttle.ts'
import type { SignInThrottle } from '../../domain/accounts/sign-in-throttle.ts'
import type { TrustedDevices } from '../../domain/accounts/trusted-devices.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import { type Client, readClient } from '../../domain/clients/client-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { ClientStore } from '../../ports/clients.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import { readForm } from '../../web/http/body.ts'
import { redirect } from '../../web/http/responses.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { LastClient } from '../../web/pages/last-client.ts'
import type { Pages } from '../../web/pages/pages.ts'
import { singleParameters } from '../../web/request/parameters.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import type { Engine, InteractionState } from '../engine/engine.ts'
import { NOT_ALLOWED } from '../engine/prompts.ts'
import { chooseNewPassword } from './new-password.ts'
import { type StepOutcome, takeOnce } from './once.ts'
import { expired } from './page-expired.ts'
import { signInByPasskey } from './passkey.ts'
import { confirmsIdentity, interactionScreens, showSignIn } from './screens.ts'
import { takeSecondStep } from './second-step.ts'
import { signIn } from './sign-in.ts'

export interface InteractionServices {
  readonly mountPath: string
  readonly https: boolean
  readonly engine: Engine
  readonly pages: Pages
  readonly guard: Csrf
  readonly users: Users
  readonly consents: Consents
  readonly throttle: SignInThrottle
  readonly secondStepThrottle: SecondStepThrottle
  /** Undefined where there can be no passkeys. */
  readonly passkeys: PasskeyCeremonies | undefined
  /** Undefined where no browser may be trusted. */
  readonly trusted: TrustedDevices | undefined
  readonly subjects: SubjectStore
  readonly audit: Pick<AuditTrail, 'note'>
  readonly clients: ClientStore
  readonly records: EphemeralStore
  /** The portal, in which consent can be taken back; undefined without one. */
  readonly accountHref: string | undefined
  readonly lastClient: LastClient
  readonly remember: 'ask' | 'always' | 'never'
  readonly seconds: () => number
  /** Ends a browser session and tells its clients (another person signs in on this device). */
  readonly endSession: (session: { readonly accountId: string; readonly uid: string }) => Promise<void>
}

/** Keeps the person's answer and sends the browser on. */
export type Finish = (result: Readonly<Record<string, unknown>>) => Promise<void>

/** What a page and its form work on. */
export interface OpenInteraction {
  readonly state: InteractionState
  readonly client: Client
  /** Who is signed in, as the directory knows them. */
  readonly user: User | undefined
  readonly action: string
  readonly hidden: Readonly<Record<string, string>>
}

/** GET and POST /interaction/:uid: the pages on which a person signs in, chooses an account and consents. */
export function interactionEndpoint(services: InteractionServices): Handler {
  const screens = interactionScreens(services)
  return async (context) => {
    const open = await openInteraction(services, context)
    if (open === undefined) return expired(services, context)
    if (context.req.method !== 'POST') return screens.show(context, open)
    const form = singleParameters(await readForm(context.req))
    services.guard.assert(context, form, bindingOf(open.state))
    return answer(services, context, open, form)
  }
}

async function openInteraction(
  services: InteractionServices,
  context: RequestContext,
): Promise<OpenInteraction | undefined> {
  const state = await services.engine.interaction(context, context.rest)
  if (state === undefined) return undefined
  const record = await services.clients.find(state.interaction.params.client_id ?? '')
  const client = record === undefined ? undefined : readClient(record)
  if (client?.status !== 'active')
    throw new ProtocolError(deny('invalid_request', 'invalid_client', 'the client was removed or disabled meanwhile'))
  context.client = client
  if (!isRegisteredUri(state.interaction.params.redirect_uri ?? '', client.redirectUris))
    throw new ProtocolError(
      deny('invalid_request', 'redirect_uri_mismatch', 'the client does not have the address any more'),
    )
  const user = state.accountId === undefined ? undefined : await services.users.find(state.accountId)
  return {
    state,
    client,
    user,
    action: `${services.mountPath}/interaction/${context.rest}`,
    hidden: services.guard.fields(bindingOf(state)),
  }
}

const bindingOf = ({ interaction }: InteractionState): string => `interaction ${interaction.uid}`

async function answer(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
): Promise<void> {
  const action = form.get('action')
  const finish: Finish = async (result) =>
    redirect(context, await services.engine.finishInteraction(open.state, result))
  // Not their own "no": the engine asks the rule again, and refuses in its name.
  if (action === 'cancel' && open.state.interaction.prompt.name === NOT_ALLOWED && open.user !== undefined)
    return finish({ [NOT_ALLOWED]: {} })
  if (action === 'cancel' || (action === 'deny' && open.state.interaction.prompt.name === 'consent')) {
    note(context.trace, 'interaction', 'the person declined')
    context.event = 'consent.declined'
    return finish({ error: 'access_denied' })
  }
  if (action === 'other') return redirect(context, withParameters(open.action, { as: 'other' }))
  const step = (take: typeof takeSecondStep): Promise<void> =>
    takeStep(services, context, open, form, () => take(services, context, open, form, finish))
  if (form.has('code') || form.has('recovery_code')) return step(takeSecondStep)
  // The sign-in page has the fields of a password as well, the page of the second step has not.
  if ((form.get('passkey') ?? '') !== '')
    return form.has('password') ? takePasskey(services, context, open, form, finish) : step(takeSecondStep)
  if (form.has('new_password')) return step(chooseNewPassword)
  if (form.has('username') || form.has('password')) return signIn(services, context, open, form, finish)
  const { name } = open.state.interaction.prompt
  if (action === 'continue' && name === 'select_account' && open.user !== undefined)
    return finish({ select_account: {} })
  if (action === 'continue' && name === 'login' && open.user !== undefined)
    return redirect(context, restartOf(services, open))
  if (action === 'allow' && name === 'consent' && open.user !== undefined) {
    await services.consents.remember(open.user.sub, open.client, (open.state.interaction.params.scope ?? '').split(' '))
    note(context.trace, 'consent', 'given')
    context.event = 'consent.given'
    return finish({ consent: {} })
  }
  throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'action'))
}

/** The form of a step, sent once. Too late, or void by a new password: the sign-in begins again, and says so. */
async function takeStep(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
  take: () => Promise<StepOutcome>,
): Promise<void> {
  if ((await takeOnce(services, context, open, form, take)) !== 'void') return
  // The first of two forms with an answer of their own was faster: it leads on.
  if (open.state.interaction.result !== undefined) return redirect(context, open.action)
  await showSignIn(services, context, open, {
    fault: { kind: 'begin_again' },
    confirm: confirmsIdentity(context, open),
  })
}

/** A passkey alone signs in; after a password, or in a session, it is the second step. */
async function takePasskey(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
  finish: Finish,
): Promise<void> {
  const outcome = await signInByPasskey(services, context, open, form, finish)
  if (outcome === 'done') return
  await showSignIn(services, context, open, {
    fault: { kind: outcome === 'unknown' ? 'passkey_unknown' : 'passkey_wrong' },
    username: form.get('username') ?? '',
    remember: form.get('remember') === 'on',
    confirm: confirmsIdentity(context, open),
  })
}

/** The same authorization request from the beginning: somebody has signed in meanwhile, in another tab. */
function restartOf({ mountPath }: InteractionServices, { state: { interaction } }: OpenInteraction): string {
  return withParameters(`${mountPath}/authorize`, interaction.params)
}
