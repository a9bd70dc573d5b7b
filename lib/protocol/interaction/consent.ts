import { clientOrigins } from '../../../policies/cors.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { note } from '../../web/request/request-context.ts'
import { Consent } from './consent-view.tsx'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import {
  decline,
  type FinishServices,
  finish,
  notOffered,
  type PageServices,
  showPage,
  signedInUser,
  stageProps,
} from './stage-page.ts'

export async function showConsent(
  services: PageServices & Pick<InteractionServices, 'consents' | 'site'>,
  open: OpenInteraction,
): Promise<void> {
  const { client } = open
  const user = signedInUser(open)
  const { params } = open.state.interaction
  const { form, client: shownClient } = stageProps(services, open, 'consent')
  const requested = requestedScopes(open)
  const before = await services.consents.scopes(user.sub, client)
  return showPage(services, open, Consent, {
    form,
    client: {
      ...shownClient,
      redirectUri: params.redirect_uri ?? clientOrigins(client.redirectUris)[0] ?? '',
      ownerDomain: client.ownerEmail.split('@')[1],
    },
    account: accountView(user),
    scopes: requested.filter((scope) => !before.includes(scope)),
    grantedScopes: requested.filter((scope) => before.includes(scope)),
    removable: services.site.accountHref !== undefined,
  })
}

export async function takeConsent(
  services: FinishServices & Pick<InteractionServices, 'consents'>,
  open: OpenInteraction,
  form: Form,
): Promise<Outcome> {
  const action = form.get('action')
  if (action === 'deny') return decline(services, open)
  if (action !== 'allow') throw notOffered()
  await services.consents.remember(signedInUser(open).sub, open.client, requestedScopes(open))
  note(open.context.trace, 'consent', 'given')
  open.context.event = 'consent.given'
  return finish(services, open, { consent: {} })
}

const requestedScopes = ({ state }: OpenInteraction): string[] => (state.interaction.params.scope ?? '').split(' ')
