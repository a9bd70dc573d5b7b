import { LINK_SECONDS } from '../../../policies/emails.ts'
import { typedName } from '../../../policies/username.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { issueStatus } from '../../web/pages/pages.ts'
import { required } from '../../web/request/request-context.ts'
import { Forgot, type ForgotProps, ForgotSent } from './forgot-view.tsx'
import { actionOf, type RecoveryForm, type RecoveryRequest } from './services.ts'

const BINDING = 'recovery'
/** Maximum length of the input. No user name or email address is longer. */
const TEXT_MAX_LENGTH = 320

/** The sign-in that the browser came from, otherwise the portal. */
async function originOf({ context, services }: RecoveryRequest, interaction: string | undefined) {
  const href = await services.signIns.hrefOf(context, interaction)
  return { interaction: href === undefined ? undefined : interaction, backHref: href ?? services.accountHref }
}

/** GET /recovery/, with `?sent=1` once the form has been submitted. */
export async function showForgot(request: RecoveryRequest): Promise<void> {
  const { context, services } = request
  required(services.emailPages.requests)
  const query = new URLSearchParams(context.query)
  const origin = await originOf(request, query.get('interaction') ?? undefined)
  if (!query.has('sent')) return showForm(request, origin)
  const { interaction, backHref } = origin
  return services.pages.show(context, 200, ForgotSent, {
    minutes: LINK_SECONDS.recovery / 60,
    againHref: withParameters(actionOf(services, ''), { interaction }),
    backHref,
  })
}

function showForm(
  { context, services }: RecoveryRequest,
  { interaction, backHref }: Awaited<ReturnType<typeof originOf>>,
  issue?: ForgotProps['issue'],
): Promise<void> {
  const hidden = { ...services.csrf.fields(BINDING), ...(interaction === undefined ? {} : { interaction }) }
  const form = { action: actionOf(services, ''), hidden }
  const { status, headers } = issueStatus(issue)
  return services.pages.show(context, status, Forgot, { form, backHref, issue }, { headers })
}

/** POST /recovery/: the response is the same whether or not the account exists. */
export async function takeForgot(request: RecoveryRequest, form: RecoveryForm): Promise<void> {
  const { context, services } = request
  const requests = required(services.emailPages.requests)
  await services.csrf.assert(context, form, BINDING)
  const origin = await originOf(request, form.get('interaction'))
  const { interaction } = origin
  const text = typedName(form.get('username') ?? '').slice(0, TEXT_MAX_LENGTH)
  if (text === '') return showForm(request, origin, { kind: 'missing' })
  const { language: locale } = services.pages.view(context)
  const result = await requests.request({ text, address: context.address, locale, interaction })
  if (result.outcome === 'wait')
    return showForm(request, origin, { kind: 'throttled', retryAfterSeconds: result.retryAfterSeconds })
  redirect(context, withParameters(actionOf(services, ''), { sent: '1', interaction }))
}
