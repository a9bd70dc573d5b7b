import { ACR_PASSWORD, type AuthenticationMethod, authenticationOf } from '../../../policies/authentication-context.ts'
import { decideRecentSignIn } from '../../../policies/recent-sign-in.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { AuditEventName } from '../../domain/audit/events.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { NewAuthenticator } from '../../web/pages/new-authenticator.ts'
import { newPasskeyName } from '../../web/pages/passkey-name.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { note } from '../../web/request/request-context.ts'
import { strengthened } from './complete.ts'
import { Enroll, Enrolled, type EnrollIssue } from './enroll-view.tsx'
import { oneUse } from './once.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { PASSKEY_OPTIONS, passkeyBinding } from './passkey.ts'
import {
  type FinishServices,
  notOffered,
  type PageServices,
  redirected,
  rendered,
  showPage,
  signedInUser,
  stageProps,
} from './stage-page.ts'

export type EnrollServices = PageServices &
  FinishServices &
  Pick<InteractionServices, 'users' | 'passkeys' | 'storage' | 'seconds' | 'audit' | 'site' | 'secondFactor'>

const authenticatorOf = ({ secondFactor }: EnrollServices, open: OpenInteraction): NewAuthenticator | undefined =>
  secondFactor.newAuthenticator?.(passkeyBinding(open))

/**
 * Whether the user can set up a first factor here. If the user has one by now, or the sign-in is no longer recent
 * (policies/recent-sign-in.ts), the engine decides again what the user must do.
 */
async function mayEnroll({ users, seconds }: EnrollServices, open: OpenInteraction, { sub }: User): Promise<boolean> {
  if (asksSecondStep(await secondFactorsOf(users, sub))) return false
  const signedInAt = open.state.session.signedInAt ?? 0
  return decideRecentSignIn({ acr: ACR_PASSWORD, signedInAt, hasFactor: false, now: seconds() }) === 'enough'
}

/** Shows the set-up of an authenticator app and, where possible, of a passkey. */
export async function showEnroll(services: EnrollServices, open: OpenInteraction, issue?: EnrollIssue): Promise<void> {
  const user = signedInUser(open)
  if (!(await mayEnroll(services, open, user))) {
    redirected(open, open.state.interaction.returnTo)
    return
  }
  const { passkeys } = services
  const props = {
    ...stageProps(services, open, 'enroll', oneUse()),
    account: accountView(user),
    otherHref: withParameters(open.action, { as: 'other' }),
    app: await authenticatorOf(services, open)?.shown(user),
    optionsHref: passkeys && withParameters(open.action, PASSKEY_OPTIONS),
    issue,
  }
  return showPage(services, open, Enroll, props, { status: issue === undefined ? 200 : 422 })
}

/** Accepts a code from the new authenticator app, or the created passkey. */
export async function takeEnroll(services: EnrollServices, open: OpenInteraction, form: Form): Promise<Outcome> {
  const user = signedInUser(open)
  const sent = form.get('passkey') ?? ''
  if (!form.has('code') && sent === '') throw notOffered()
  if (!(await mayEnroll(services, open, user)))
    return (await showCodesAgain(services, open)) ? 'rendered' : redirected(open, open.state.interaction.returnTo)
  const again = (issue: EnrollIssue): Promise<Outcome> => rendered(showEnroll(services, open, issue))
  if (sent === '') {
    const outcome = await authenticatorOf(services, open)?.confirm(user.sub, form.get('code'))
    if (outcome === undefined) throw notOffered()
    return outcome === 'added'
      ? enrolled(services, open, user, 'account.authenticator-added', 'authenticator-code')
      : again(outcome)
  }
  const made = await services.passkeys?.register(sent, passkeyBinding(open), services.site.issuerUrl)
  if (made === undefined || made === 'refused') return again('refused')
  const { model, ...passkey } = made
  const name = newPasskeyName(services.pages.view(open.context), headerText(open.context.req, 'user-agent'), model)
  const outcome = (await services.users.passkeys?.add(user.sub, { ...passkey, name })) ?? 'taken'
  if (outcome !== 'added') return again('taken')
  const method = passkey.device === 'synced' ? 'synced-passkey' : 'device-passkey'
  return enrolled(services, open, user, 'account.passkey-added', method)
}

/** The new factor counts as used. Recovery codes are shown only once, so the user continues from their page. */
async function enrolled(
  services: EnrollServices,
  open: OpenInteraction,
  { sub }: User,
  event: AuditEventName,
  method: AuthenticationMethod,
): Promise<Outcome> {
  const { context, state } = open
  const { recoveryCodes } = services.users
  const { address, requestId } = context
  const audit = (name: AuditEventName): void =>
    services.audit.note({ event: name, result: 'ok', user: sub, address, requestId })
  note(context.trace, 'sign-in', 'a second factor was set up')
  audit(event)
  const href = await services.engine.finishInteraction(
    state,
    strengthened(open, authenticationOf(method, state.session.amr)),
  )
  if (recoveryCodes === undefined || (await recoveryCodes.stateOf(sub)) !== undefined) return redirected(open, href)
  const codes = await recoveryCodes.renew(sub)
  await authenticatorOf(services, open)?.keepCodes(codes)
  audit('account.recovery-codes-made')
  return rendered(showCodes(services, open, codes, href))
}

function showCodes(services: PageServices, open: OpenInteraction, codes: readonly string[], href: string) {
  return showPage(services, open, Enrolled, { client: stageProps(services, open, 'enroll').client, codes, href })
}

/** Shows the recovery codes to the browser that submitted the form twice, and displays only the second response. */
export async function showCodesAgain(services: EnrollServices, open: OpenInteraction): Promise<boolean> {
  const codes = await authenticatorOf(services, open)?.keptCodes()
  if (codes !== undefined) await showCodes(services, open, codes, open.state.interaction.returnTo)
  return codes !== undefined
}
