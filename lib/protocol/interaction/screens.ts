import { clientOrigins } from '../../../policies/cors.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { UNAVAILABLE_RETRY_SECONDS } from '../../web/http/errors.ts'
import { redirect } from '../../web/http/responses.ts'
import { accountView, clientView } from '../../web/pages/shown-names.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { NOT_ALLOWED } from '../engine/prompts.ts'
import { Consent } from './consent-view.tsx'
import type { InteractionServices, OpenInteraction } from './interaction.ts'
import { provedUser, showNewPassword } from './new-password.ts'
import { NotAllowed } from './not-allowed-view.tsx'
import { PASSKEY_OPTIONS, sendPasskeyOptions } from './passkey.ts'
import { halfProved } from './pending.ts'
import { showSecondStep } from './second-step-page.ts'
import { SelectAccount } from './select-account-view.tsx'
import { SignIn, type SignInFault } from './sign-in-view.tsx'
import { SignedIn } from './signed-in-view.tsx'

export interface InteractionScreens {
  show(context: RequestContext, open: OpenInteraction): Promise<void>
}

/** Chooses the page that an interaction shows. */
export function interactionScreens(services: InteractionServices): InteractionScreens {
  return {
    async show(context, open) {
      const {
        state: { interaction },
        client,
        user,
        action,
        hidden,
      } = open
      const options = { uiLocales: interaction.params.ui_locales }
      const shownClient = clientView(client, services.pages.view(context, options.uiLocales))
      const target = { action, hidden }
      const query = new URLSearchParams(context.query)
      const other = query.get('as') === 'other'
      const half = other ? undefined : await halfProved(services, open)
      if (query.get('passkey') === PASSKEY_OPTIONS.passkey) return sendPasskeyOptions(services, context, open, half)
      if (half !== undefined) return showSecondStep(services, context, open, half)
      const proved = other ? undefined : await provedUser(services, open)
      if (proved !== undefined) return showNewPassword(services, context, open, proved)
      // Answered, and the browser has not gone on: the form was sent twice, and the answer to the first was never looked at.
      if (!other && interaction.result !== undefined) return redirect(context, interaction.returnTo)
      if (user === undefined || other) return showSignIn(services, context, open, {})
      const shown = { form: target, client: shownClient, account: accountView(user) }
      if (interaction.prompt.name === 'select_account')
        return services.pages.show(context, 200, SelectAccount, shown, options)
      if (interaction.prompt.name === NOT_ALLOWED) {
        const owner = client.ownerEmail || undefined
        return services.pages.show(context, 403, NotAllowed, { ...shown, owner }, options)
      }
      if (interaction.prompt.name === 'consent') {
        const requested = (interaction.params.scope ?? '').split(' ')
        const before = await services.consents.scopes(user.sub, client)
        return services.pages.show(
          context,
          200,
          Consent,
          {
            ...shown,
            removable: services.accountHref !== undefined,
            client: {
              ...shownClient,
              redirectUri: interaction.params.redirect_uri ?? clientOrigins(client.redirectUris)[0] ?? '',
              ownerDomain: client.ownerEmail.split('@')[1],
            },
            scopes: requested.filter((scope) => !before.includes(scope)),
            grantedScopes: requested.filter((scope) => before.includes(scope)),
          },
          options,
        )
      }
      // The person had no session when this page was opened, and has one now: another tab was faster.
      if (interaction.session === undefined) return services.pages.show(context, 200, SignedIn, shown, options)
      return showSignIn(services, context, open, { confirm: true })
    },
  }
}

/** Whether the page asks for the password of the person who is signed in. */
export function confirmsIdentity(context: RequestContext, { state, user }: OpenInteraction): boolean {
  const other = new URLSearchParams(context.query).get('as') === 'other'
  return user !== undefined && !other && state.interaction.prompt.name === 'login'
}

/** Where the page's script asks for a challenge: for anybody's passkey, not for that of a second step under way. */
function passkeyView(action: string, host: string): { readonly optionsHref: string; readonly host: string } {
  return { optionsHref: withParameters(action, { as: 'other', ...PASSKEY_OPTIONS }), host }
}

export interface SignInState {
  readonly fault?: SignInFault
  readonly username?: string
  readonly remember?: boolean
  /** Ask for the password of the person who is signed in. */
  readonly confirm?: boolean
}

export function showSignIn(
  services: InteractionServices,
  context: RequestContext,
  { state, client, user, action, hidden }: OpenInteraction,
  shown: SignInState,
): Promise<void> {
  const { fault } = shown
  const status = fault === undefined ? 200 : fault.kind === 'throttled' ? 429 : fault.kind === 'unavailable' ? 503 : 422
  const retryAfter =
    fault?.kind === 'throttled'
      ? fault.retryAfterSeconds
      : fault?.kind === 'unavailable'
        ? UNAVAILABLE_RETRY_SECONDS
        : undefined
  const username = shown.username ?? state.interaction.params.login_hint
  const confirmed =
    shown.confirm === true && user !== undefined
      ? { account: accountView(user), username: user.preferred_username ?? user.email ?? user.sub }
      : undefined
  return services.pages.show(
    context,
    status,
    SignIn,
    {
      form: { action, hidden },
      client: clientView(client, services.pages.view(context, state.interaction.params.ui_locales)),
      fault,
      username,
      confirm: confirmed,
      passkeys: services.passkeys === undefined ? undefined : passkeyView(action, services.passkeys.host),
      remember: services.remember === 'ask' ? { checked: shown.remember === true } : undefined,
      expiresInSeconds: Math.max(1, state.interaction.exp - services.seconds()),
    },
    {
      uiLocales: state.interaction.params.ui_locales,
      ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }),
    },
  )
}
