import { LINK_SECONDS } from '../../../policies/emails.ts'
import { typedName } from '../../../policies/username.ts'
import { redirect } from '../../web/http/responses.ts'
import { issueStatus } from '../../web/pages/pages.ts'
import { notFound } from '../../web/request/request-context.ts'
import { Forgot, type ForgotProps, ForgotSent } from './forgot-view.tsx'
import { actionOf, type RecoveryForm, type RecoveryRequest } from './services.ts'

const BINDING = 'recovery'
/** Maximum length of the input. No user name or email address is longer. */
const TEXT_MAX_LENGTH = 320

/** GET /recovery/, with `?sent=1` once the form has been submitted. */
export function showForgot(request: RecoveryRequest, issue?: ForgotProps['issue']): Promise<void> {
  const { context, services } = request
  requestsOf(request)
  if (issue === undefined && new URLSearchParams(context.query).has('sent'))
    return services.pages.show(context, 200, ForgotSent, {
      minutes: LINK_SECONDS.recovery / 60,
      againHref: actionOf(services, ''),
    })
  const form = { action: actionOf(services, ''), hidden: services.csrf.fields(BINDING) }
  const { status, headers } = issueStatus(issue)
  return services.pages.show(context, status, Forgot, issue ? { form, issue } : { form }, { headers })
}

/** POST /recovery/: the response is the same whether or not the account exists. */
export async function takeForgot(request: RecoveryRequest, form: RecoveryForm): Promise<void> {
  const { context, services } = request
  const requests = requestsOf(request)
  await services.csrf.assert(context, form, BINDING)
  const text = typedName(form.get('username') ?? '').slice(0, TEXT_MAX_LENGTH)
  if (text === '') return showForgot(request, { kind: 'missing' })
  const { language: locale } = services.pages.view(context)
  const result = await requests.request({ text, address: context.address, locale })
  if (result.outcome === 'wait')
    return showForgot(request, { kind: 'throttled', retryAfterSeconds: result.retryAfterSeconds })
  redirect(context, `${actionOf(services, '')}?sent=1`)
}

/** @throws ProtocolError not_found when password recovery is unavailable */
function requestsOf({ services }: RecoveryRequest): NonNullable<RecoveryRequest['services']['emailPages']['requests']> {
  const { requests } = services.emailPages
  if (requests === undefined) throw notFound()
  return requests
}
