import { typedName } from '../../../policies/username.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { UNAVAILABLE_RETRY_SECONDS } from '../../web/http/errors.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { issueStatus } from '../../web/pages/pages.ts'
import { showSuspended } from './button-stages.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { PASSKEY_OPTIONS, type PasskeyServices, signInByPasskey } from './passkey.ts'
import { type PasswordIssue, type PasswordServices, signInByPassword } from './password.ts'
import { providerRequestOf } from './redirect-to-provider.ts'
import { showAgain } from './shown-again.ts'
import type { SignInIssue } from './sign-in-props.ts'
import { SignIn } from './sign-in-view.tsx'
import type { FirstStep } from './stage.ts'
import { notOffered, type PageServices, rendered, showPage, stageProps } from './stage-page.ts'

type SignInPageServices = PageServices &
  Pick<InteractionServices, 'passkeys' | 'seconds' | 'login' | 'forwarding' | 'site' | 'guard'>
type SignInServices = SignInPageServices & PasswordServices & PasskeyServices & Pick<InteractionServices, 'sealer'>

interface Shown {
  readonly issue?: PasswordIssue
  readonly username?: string
  readonly remember?: boolean
}

/** Shows the page for a first step: a sign-in, or a confirmation of the signed-in user's identity. */
export function showFirstStep(
  services: SignInPageServices,
  open: OpenInteraction,
  stage: FirstStep,
  { issue, username, remember = false }: Shown = {},
): Promise<void> {
  const { passkeys } = services
  const { interaction } = open.state
  const user = stage === 'confirm-identity' ? open.user : undefined
  if (issue?.kind === 'suspended' || issue?.kind === 'ended') return showSuspended(services, open, issue.kind)
  const props = {
    ...stageProps(services, open, user === undefined ? 'sign-in' : stage),
    issue,
    forgotHref: services.login.forgotHref(interaction.uid),
    resetsByEmail: services.login.resetsByEmail,
    providers: providersOf(services, open),
    only: services.login.upstreams.some(({ only }) => only) && services.forwarding.halted(open.context) !== 'password',
    username: username ?? interaction.params.login_hint,
    confirm:
      user === undefined
        ? undefined
        : {
            account: accountView(user),
            username: displayUsername(user),
            change: open.client.source === 'service',
          },
    passkeys:
      passkeys === undefined
        ? undefined
        : {
            optionsHref: optionsHref(open),
            host: passkeys.host,
            offered: user === undefined && services.login.offerPasskey,
          },
    // Do not offer this to users who only confirm their identity, because their session's lifetime does not change.
    remember: services.login.remember === 'ask' && user === undefined ? { checked: remember } : undefined,
    expiresInSeconds: Math.max(1, interaction.exp - services.seconds()),
  }
  // Compression can reveal secrets to an attacker who triggers requests, so compress only a page without a username.
  const compressed = props.confirm === undefined && props.username === undefined
  return showPage(services, open, SignIn, props, { ...statusOf(issue), compressed })
}

/** Accepts a password or a passkey. This starts a new sign-in, regardless of any pending one. */
export async function takeFirstStep(
  services: SignInServices,
  open: OpenInteraction,
  stage: FirstStep,
  form: Form,
): Promise<Outcome> {
  const byPasskey = (form.get('passkey') ?? '') !== ''
  if (!byPasskey && !form.has('username') && !form.has('password')) throw notOffered()
  const issue = await (byPasskey ? signInByPasskey : signInByPassword)(services, open, form)
  if (issue === undefined) return 'redirected'
  const shown = { issue, username: typedName(form.get('username') ?? ''), remember: form.get('remember') === 'on' }
  const isRepeatable = issue.kind === 'unavailable' || (form.get('password') ?? '') === ''
  const redirected = isRepeatable ? undefined : await showAgain(services, open, { stage, ...shown })
  return redirected ?? rendered(showFirstStep(services, open, stage, shown))
}

/** Buttons for external providers. Their forms include the client's requirements for the sign-in. */
function providersOf({ login, site }: SignInPageServices, open: OpenInteraction) {
  return login.upstreams.map(({ id, name, issuer, icon }) => ({
    name,
    issuer,
    icon,
    form: {
      action: `${site.mountPath}/upstream/${id}/start`,
      hidden: { ...open.hidden, ...providerRequestOf(open) },
    },
  }))
}

/** URL of a passkey challenge that any account can use, even if a second step is pending. */
const optionsHref = ({ action }: OpenInteraction): string => withParameters(action, { as: 'other', ...PASSKEY_OPTIONS })

const statusOf = (issue: SignInIssue | undefined): ReturnType<typeof issueStatus> =>
  issue?.kind === 'unavailable'
    ? { status: 503, headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) } }
    : issueStatus(issue)
