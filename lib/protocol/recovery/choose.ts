import type { AuthenticationMethod } from '../../../policies/authentication-context.ts'
import {
  limitsOf,
  type NewPasswordIssue,
  newPasswordIssue,
  type PasswordFacts,
} from '../../../policies/new-password.ts'
import { inQueue } from '../../domain/accounts/factors/hashing-queue.ts'
import { secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { redirect, sendJson } from '../../web/http/responses.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { newPasskeyName } from '../../web/pages/passkey-name.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { notFound } from '../../web/request/request-context.ts'
import { RecoveryChoose } from './choose-view.tsx'
import { afterForm, concluded, type LinkRequest, linkForm, passkeyBinding, showDone } from './link-page.ts'
import { actionOf } from './services.ts'
import { passedFields, showStep, stepOf, takeStep, verifiedIn } from './step.ts'

type Issues = { readonly password?: NewPasswordIssue | 'refused'; readonly passkey?: 'refused' | 'taken' }

/** GET /recovery/recovery and /recovery/invitation: shows the form. Opening the link changes nothing. */
export async function showChoose(request: LinkRequest): Promise<void> {
  const asked = new URLSearchParams(request.context.query).get('passkey')
  if (asked === 'request') return sendRequestOptions(request)
  if (asked === 'creation') return sendCreationOptions(request)
  return (await stepOf(request)) === 'asked' ? showStep(request) : showForm(request, {})
}

/** POST: accepts the second factor, a password, or the created passkey. */
export async function takeChoose(request: LinkRequest): Promise<void> {
  const { form } = request
  if ((await stepOf(request)) === 'asked') {
    const method = await takeStep(request)
    return method === 'rendered' ? undefined : showForm(request, {}, method)
  }
  return (form.get('passkey') ?? '') === '' ? takePassword(request) : takePasskey(request)
}

const factsOf = ({ services: { users }, link }: LinkRequest): PasswordFacts => users.passwordFacts(link.user.user)

async function showForm(
  request: LinkRequest,
  { password, passkey }: Issues,
  method?: AuthenticationMethod,
): Promise<void> {
  const { context, services, link, token } = request
  const kind = link.kind === 'invitation' ? 'invitation' : 'recovery'
  const form = linkForm(request, await passedFields(request, method))
  // The script fetches the passkey options separately, so their URL includes the proof of the second factor.
  const options = { link: token, passkey: 'creation', step: form.hidden.step ?? '' }
  await services.pages.show(
    context,
    password === undefined && passkey === undefined ? 200 : 422,
    RecoveryChoose,
    {
      kind,
      form,
      account: accountView(link.user.user),
      username: link.user.username,
      ...limitsOf(factsOf(request)),
      issue: password,
      ...(services.passkeys === undefined || services.emailPages.uses.choosePasskey === undefined
        ? {}
        : {
            passkey: {
              form,
              optionsHref: withParameters(actionOf(services, kind), options),
              ...(passkey === undefined ? {} : { issue: passkey }),
            },
          }),
    },
    afterForm(request.form),
  )
}

async function takePassword(request: LinkRequest): Promise<void> {
  const { context, services, link, form } = request
  const password = form.get('new_password') ?? ''
  const issue = newPasswordIssue({ password, repeat: form.get('repeat') ?? password }, factsOf(request))
  if (issue !== undefined) return showForm(request, { password: issue })
  // The form's proof becomes invalid when the factors change.
  const second = (await stepOf(request)) === 'passed' ? verifiedIn(request) : undefined
  const hash = inQueue(services.limits.hashing, { sub: link.user.sub }, hungUp(context))
  const outcome = await services.emailPages.uses.choosePassword(link, password, hash)
  if (outcome === 'refused') return showForm(request, { password: 'refused' })
  if ((await concluded(request, outcome)) === 'rendered') return
  recordUse(request)
  const { sub, username } = link.user
  // The password has been changed. If the sign-in cannot continue, the user signs in on its page.
  const next = await services.signIns
    .accept(context, link.interaction, { sub, username, password, second })
    .catch(() => undefined)
  if (next !== undefined) return redirect(context, next)
  await showDone(request, {
    done: link.kind === 'invitation' ? 'invitation' : 'password',
    href: await signInHref(request),
  })
}

/** The sign-in that the user came from, otherwise the portal. */
const signInHref = async ({ context, services, link }: LinkRequest): Promise<string | undefined> =>
  (await services.signIns.hrefOf(context, link.interaction)) ?? services.accountHref

async function takePasskey(request: LinkRequest): Promise<void> {
  const { context, services, link, form } = request
  const { passkeys, users } = services
  const { choosePasskey } = services.emailPages.uses
  if (passkeys === undefined || choosePasskey === undefined) throw notFound()
  const made = await passkeys.register(form.get('passkey') ?? '', passkeyBinding(link), services.issuerUrl)
  if (made === 'refused') return showForm(request, { passkey: 'refused' })
  const name = newPasskeyName(services.pages.view(context), headerText(context.req, 'user-agent'), made.model)
  const outcome = await choosePasskey(link, made, name)
  if (outcome === 'taken') return showForm(request, { passkey: 'taken' })
  if ((await concluded(request, outcome)) === 'rendered') return
  recordUse(request)
  const { recoveryCodes } = users
  const isFirst = recoveryCodes !== undefined && (await recoveryCodes.stateOf(link.user.sub)) === undefined
  await showDone(request, {
    done: link.kind === 'invitation' ? 'invitation' : 'passkey',
    codes: isFirst ? await recoveryCodes.renew(link.user.sub) : undefined,
    href: await signInHref(request),
  })
}

function recordUse({ context, link }: LinkRequest): void {
  context.subject = link.user.sub
  context.event = link.kind === 'invitation' ? 'account.invitation-accepted' : 'account.password-recovered'
}

/** Sends the script the options for using a passkey as the second factor. */
async function sendRequestOptions({ context, services, link }: LinkRequest): Promise<void> {
  const { passkeys, users } = services
  if (passkeys === undefined) throw notFound()
  const known = await secondFactorsOf(users, link.user.sub)
  sendJson(context, 200, passkeys.request(passkeyBinding(link), known.passkeys))
}

/** Sends the script the options for creating a passkey, but only after the second factor if the user has one. */
async function sendCreationOptions(request: LinkRequest): Promise<void> {
  const { context, services, link } = request
  const step = new URLSearchParams(context.query).get('step') ?? ''
  const shown = await stepOf({ ...request, form: new Map([['step', step]]) })
  if (services.passkeys === undefined || shown === 'asked') throw notFound()
  const { sub, username, name } = link.user
  sendJson(context, 200, await services.passkeys.creation({ sub, username, name }, passkeyBinding(link)))
}
