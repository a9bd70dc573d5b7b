/** If an external provider is the only way to sign in, redirects to it instead of showing the sign-in page. */
import { RECENT_SIGN_IN_SECONDS } from '../../../policies/recent-sign-in.ts'
import type { InteractionServices, OpenInteraction, ProviderRequest } from './open-interaction.ts'

/**
 * The client's parameters that are forwarded to the provider (OIDC Core s3.1.2.1). A user who must sign in again for
 * another reason, such as to set up a second factor, must have signed in there recently.
 */
export function providerRequestOf({ state: { interaction } }: OpenInteraction) {
  const { prompt, login_hint: loginHint } = interaction.params
  const isLogin = prompt?.split(' ').includes('login') === true
  const isAgain = interaction.prompt.name === 'login' && interaction.session?.accountId !== undefined
  const maxAge = interaction.params.max_age ?? (isAgain && !isLogin ? String(RECENT_SIGN_IN_SECONDS) : undefined)
  return {
    interaction: interaction.uid,
    ...(isLogin ? { prompt: 'login' } : {}),
    ...(maxAge === undefined ? {} : { max_age: maxAge }),
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  } satisfies ProviderRequest
}

/** Redirects if there is only one way to sign in. @returns whether the browser was redirected */
export async function redirectToProvider(
  { login, forwarding }: Pick<InteractionServices, 'login' | 'forwarding'>,
  open: OpenInteraction,
): Promise<boolean> {
  const only = login.upstreams.find((connector) => connector.only)
  const query = new URLSearchParams(open.context.query)
  // Do not redirect users who return from the provider or choose another account.
  if (only === undefined || query.has('returned') || query.has('as') || query.has('passkey')) return false
  if (forwarding.halted(open.context) !== undefined) return false
  await login.leadTo(open.context, only.id, providerRequestOf(open))
  return true
}
