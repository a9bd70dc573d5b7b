import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { accountView, clientView } from '../../web/pages/shown-names.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { InteractionServices, OpenInteraction } from './interaction.ts'
import { oneUse } from './once.ts'
import { PASSKEY_OPTIONS } from './passkey.ts'
import type { HalfProved } from './pending.ts'
import { SecondStep, type SecondStepFault, type SecondStepWay } from './second-step-view.tsx'
import { offersTrust } from './trusted-browser.ts'

/** The page of the second step (A2), with the way that was asked for, or the best that the person has. */
export async function showSecondStep(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  { user, password }: HalfProved,
  { fault, trust = false }: { readonly fault?: SecondStepFault; readonly trust?: boolean } = {},
): Promise<void> {
  const factors = await secondFactorsOf(services.users, user.sub)
  // The last one was removed since the password was entered: the sign-in begins again, and asks for none.
  if (!asksSecondStep(factors)) return redirect(context, withParameters(open.action, { as: 'other' }))
  const recovery = await services.users.recoveryCodes?.stateOf(user.sub)
  const ways: readonly SecondStepWay[] = [
    ...(factors.totp === undefined ? [] : ['code' as const]),
    ...(factors.passkeys.length === 0 || services.passkeys === undefined ? [] : ['passkey' as const]),
    ...(recovery === undefined ? [] : ['recovery-code' as const]),
  ]
  const asked = fault?.way ?? new URLSearchParams(context.query).get('way')
  const way = ways.find((one) => one === asked) ?? ways[0] ?? 'recovery-code'
  const status = fault === undefined ? 200 : fault.kind === 'throttled' ? 429 : 422
  await services.pages.show(
    context,
    status,
    SecondStep,
    {
      form: { action: open.action, hidden: { ...open.hidden, ...oneUse() } },
      client: clientView(open.client, services.pages.view(context, open.state.interaction.params.ui_locales)),
      account: accountView(user),
      begun: password === undefined ? 'signed-in' : 'password',
      way,
      others: ways
        .filter((one) => one !== way)
        .map((one) => ({ way: one, href: withParameters(open.action, { way: one }) })),
      optionsHref: withParameters(open.action, PASSKEY_OPTIONS),
      trust: password === undefined || !offersTrust(services, password) ? undefined : { checked: trust },
      fault,
    },
    {
      uiLocales: open.state.interaction.params.ui_locales,
      ...(fault?.kind === 'throttled' ? { headers: { 'Retry-After': String(fault.retryAfterSeconds) } } : {}),
    },
  )
}
