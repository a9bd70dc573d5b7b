import type { Client } from '../../../domain/clients/client-record.ts'
import { isGated, upstreamOrigin } from '../../../domain/clients/gate.ts'
import { redirect } from '../../../web/http/responses.ts'
import { clientPath } from '../shell/names.ts'
import { ONLY_ENDS } from '../shell/refused.ts'
import type { PanelPage } from '../shell/request.ts'
import { show } from '../shell/show.ts'
import { activityPage } from './activity.ts'
import { createClient, createForm, validateClient } from './create.ts'
import { ClientConfiguration } from './credentials-view.tsx'
import { askFirst, decommission, lifecyclePage, perform } from './lifecycle.ts'
import { exportClients, listPage } from './list.ts'
import { overviewPage } from './overview.ts'
import { answerRequest, requestPage } from './requests.ts'
import { exportReview, reviewPage } from './review.ts'
import { consentPreview, saveScopes, scopesPage } from './scopes.ts'
import { revokeForm, revokeTokens, rotateForm, rotateSecret, securityPage } from './security.ts'
import type { ClientsRequest, ClientsServices } from './services.ts'
import { saveSettings, settingsPage } from './settings.ts'
import { blocksOf, endpointsOf, headOf, ofClient } from './subject.ts'
import { testerPage } from './tester.ts'

/** Every page about clients. URLs about one client have an extra segment, so the client ID `new` causes no conflict. */
export const CLIENT_PAGES: readonly PanelPage<ClientsServices>[] = [
  { method: 'GET', path: '/clients', answer: listPage },
  { method: 'GET', path: '/clients.csv', answer: exportClients },
  { method: 'GET', path: '/clients/new', signIn: 'recent', answer: createForm },
  { method: 'POST', path: '/clients', formAt: '/clients/new', answer: createClient },
  { method: 'POST', path: '/clients/validate', signIn: { any: 'it keeps nothing' }, answer: validateClient },
  {
    method: 'GET',
    path: '/clients/:id',
    answer: (page) => redirect(page.context, page.href(clientPath(page.parameters.id ?? '', 'overview'))),
  },
  { method: 'GET', path: '/clients/:id/overview', answer: ofClient(overviewPage) },
  { method: 'GET', path: '/clients/:id/settings', signIn: 'to-save', answer: ofClient(settingsPage) },
  { method: 'POST', path: '/clients/:id/settings', answer: ofClient(saveSettings) },
  { method: 'GET', path: '/clients/:id/configuration', answer: ofClient(configurationPage) },
  { method: 'GET', path: '/clients/:id/scopes', signIn: 'to-save', answer: ofClient(scopesPage) },
  { method: 'POST', path: '/clients/:id/scopes', answer: ofClient(saveScopes) },
  { method: 'GET', path: '/clients/:id/review', answer: ofClient(reviewPage) },
  { method: 'GET', path: '/review/export', answer: exportReview },
  { method: 'GET', path: '/clients/:id/requests/:request', signIn: 'recent', answer: ofClient(requestPage) },
  { method: 'POST', path: '/clients/:id/requests/:request', answer: ofClient(answerRequest) },
  { method: 'GET', path: '/clients/:id/consent-preview', answer: ofClient(consentPreview) },
  { method: 'GET', path: '/clients/:id/test-user', answer: ofClient(testerPage) },
  { method: 'GET', path: '/clients/:id/security', answer: ofClient(securityPage) },
  { method: 'GET', path: '/clients/:id/rotate-secret', signIn: 'recent', answer: ofClient(rotateForm) },
  { method: 'POST', path: '/clients/:id/rotate-secret', answer: ofClient(rotateSecret) },
  { method: 'GET', path: '/clients/:id/revoke-tokens', answer: ofClient(revokeForm) },
  { method: 'POST', path: '/clients/:id/revoke-tokens', signIn: ONLY_ENDS, answer: ofClient(revokeTokens) },
  { method: 'GET', path: '/clients/:id/lifecycle', answer: ofClient(lifecyclePage) },
  { method: 'GET', path: '/clients/:id/disable', signIn: 'recent', answer: askFirst('disable') },
  { method: 'POST', path: '/clients/:id/disable', answer: perform('disable') },
  { method: 'POST', path: '/clients/:id/enable', formAt: '/clients/:id/lifecycle', answer: perform('enable') },
  { method: 'GET', path: '/clients/:id/go-live', signIn: 'recent', answer: askFirst('go-live') },
  { method: 'POST', path: '/clients/:id/go-live', answer: perform('goLive') },
  { method: 'GET', path: '/clients/:id/decommission', signIn: 'recent', answer: askFirst('decommission') },
  { method: 'POST', path: '/clients/:id/decommission', answer: ofClient(decommission) },
  { method: 'GET', path: '/clients/:id/activity', answer: ofClient(activityPage) },
]

/** GET /clients/:id/configuration: the configuration shown after creation, but without the secret. */
function configurationPage(page: ClientsRequest, client: Client): Promise<void> {
  const typed = page.query.get('upstream')?.trim() ?? ''
  const origin = upstreamOrigin(typed)
  return show(page, typed === '' || origin !== undefined ? 200 : 422, ClientConfiguration, {
    client: headOf(client),
    blocks: blocksOf(page, client, undefined, origin),
    endpoints: endpointsOf(page),
    upstream: isGated(client) ? { typed, isFit: typed === '' || origin !== undefined } : undefined,
  })
}
