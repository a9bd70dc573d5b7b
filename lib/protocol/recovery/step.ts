import { type AuthenticationMethod, isAuthenticationMethod } from '../../../policies/authentication-context.ts'
import {
  asksSecondStep,
  namesOfFactors,
  type SecondFactorsOf,
  secondFactorsOf,
} from '../../domain/accounts/factors/second-factors.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { issueStatus } from '../../web/pages/pages.ts'
import { secondFactorWays, verifySecondFactor } from '../../web/pages/second-factor.ts'
import { note } from '../../web/request/request-context.ts'
import type { SecondStepIssue } from '../../web/ui/components/second-factor.tsx'
import { RecoveryStep } from './choose-view.tsx'
import { afterForm, type LinkRequest, linkForm, passkeyBinding } from './link-page.ts'
import { actionOf } from './services.ts'

/** How and when the browser has passed the second factor. */
const NOT_ASKED = 'not-asked 0'
const passedIn = ({ form }: LinkRequest): string => /^[a-z-]+ \d+(?= )/.exec(form.get('step') ?? '')?.[0] ?? NOT_ASKED

const passedBinding = ({ link }: LinkRequest, factors: SecondFactorsOf, passed: string): string =>
  `email step ${link.digest} ${JSON.stringify(namesOfFactors(factors))} ${passed}`

/**
 * Hidden field for later forms, which proves that the browser has passed the second factor. It becomes invalid
 * when the factors change, so a page opened before the user had a factor cannot bypass it.
 * @param method the factor that this request has verified; if absent, the proof in the form is issued again
 */
export async function passedFields(request: LinkRequest, method?: AuthenticationMethod) {
  const { services, context, link } = request
  const passed =
    method === undefined
      ? passedIn(request)
      : `${method} ${Math.floor(services.pages.view(context).now.getTime() / 1000)}`
  const factors = await secondFactorsOf(services.users, link.user.sub)
  return { step: `${passed} ${services.csrf.fields(passedBinding(request, factors, passed)).csrf}` }
}

/** Whether the form requires a second factor (D-A6). A link alone only proves access to the user's mailbox. */
export async function stepOf(request: LinkRequest): Promise<'passed' | 'not-asked' | 'asked'> {
  const { services, link, form } = request
  const factors = await secondFactorsOf(services.users, link.user.sub)
  const passed = passedIn(request)
  const proof = (form.get('step') ?? '').slice(passed.length + 1)
  if (services.csrf.matches(proof, passedBinding(request, factors, passed))) return 'passed'
  return asksSecondStep(factors) ? 'asked' : 'not-asked'
}

/** How long the second factor of a recovery counts for the sign-in that follows, in seconds. */
const COUNTS_SECONDS = 600

/** The second factor that the form proves, if it is recent. Call this only if `stepOf` returned `passed`. */
export function verifiedIn(request: LinkRequest): AuthenticationMethod | undefined {
  const [method = '', at] = passedIn(request).split(' ')
  const age = request.services.pages.view(request.context).now.getTime() / 1000 - Number(at)
  return age < COUNTS_SECONDS && isAuthenticationMethod(method) ? method : undefined
}

export async function showStep(request: LinkRequest, issue?: SecondStepIssue): Promise<void> {
  const { context, services, link, token } = request
  const { ways, codesLeft } = await secondFactorWays(services, link.user.sub)
  const asked = issue?.way ?? new URLSearchParams(context.query).get('way')
  const way = ways.find((one) => one === asked) ?? ways[0] ?? 'recovery-code'
  const page = withParameters(actionOf(services, link.kind), { link: token })
  const { status, headers } = issueStatus(issue)
  return services.pages.show(
    context,
    status,
    RecoveryStep,
    {
      form: linkForm(request),
      account: accountView(link.user.user),
      way,
      others: ways.filter((one) => one !== way).map((one) => ({ way: one, href: withParameters(page, { way: one }) })),
      codesLeft,
      optionsHref: withParameters(page, { passkey: 'request' }),
      issue,
    },
    { ...afterForm(request.form), headers },
  )
}

/** Verifies the second factor. If verification fails, the page is shown again, and the link remains valid. */
export async function takeStep(request: LinkRequest): Promise<AuthenticationMethod | 'rendered'> {
  const { context, services, link, form } = request
  const { sub } = link.user
  const result = await verifySecondFactor(services, passkeyBinding(link), sub, form, 'email')
  if ('issue' in result) {
    const { kind } = result.issue
    note(context.trace, 'email', `second step ${kind === 'throttled' ? 'throttled' : 'refused'}`)
    if (kind !== 'missing') {
      context.method = 'second_step'
      context.attempt = { key: `recovery ${sub}`, count: 1, user: sub }
      context.event = kind === 'throttled' ? 'sign-in.throttled' : 'sign-in.failed'
      context.failure = kind === 'throttled' ? 'throttled' : 'second_step'
    }
    await showStep(request, result.issue)
    return 'rendered'
  }
  note(context.trace, 'email', `second step by ${result.method}`)
  return result.method
}
