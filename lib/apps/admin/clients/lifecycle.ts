import { notAllowedReason, type Transition } from '../../../../policies/client-lifecycle.ts'
import { redirectUriIssues } from '../../../../policies/redirect-uri.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { type ClientResult, lifecycleOf } from '../../../domain/clients/registry.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import type { PanelRequest } from '../panel.ts'
import { assertMayChange, goOn, judgeSignIn, show, viewOf } from '../shell/show.ts'
import { ClientLifecycle } from './lifecycle-view.tsx'
import { ClientAct, GoLiveNotAllowed } from './operation-view.tsx'
import { actsOf, clientPath, headOf, hindered, hitBy, missing, withClient } from './subject.ts'

/** GET /clients/:id/lifecycle */
export function lifecyclePage(page: PanelRequest): Promise<void> {
  return withClient(page, (client) =>
    show(page, 200, ClientLifecycle, {
      client: headOf(client),
      enableForm: { action: page.href(clientPath(client.clientId, 'enable')), hidden: page.hidden },
    }),
  )
}

/** GET of an act that asks first; whoever opens it has signed in lately or signs in again now. */
export function askAct(act: 'disable' | 'go-live' | 'decommission'): (page: PanelRequest) => Promise<void> {
  return (page) => {
    assertMayChange(page)
    return withClient(page, async (client) => {
      const why = notAllowedReason(lifecycleOf(client, page.services.isPrivateAddress), act, client.clientId)
      if (why === 'not-https')
        return show(page, 409, GoLiveNotAllowed, { client: headOf(client), uris: urisWithoutHttps(client) })
      if (why !== undefined) return hindered(page, client.clientId, why)
      if (await page.assertRecentSignIn()) await showQuestion(page, 200, client, act)
    })
  }
}

/** POST of an act that asked first. */
export function doAct(act: 'disable' | 'go-live'): (page: PanelRequest) => Promise<void> {
  return (page) =>
    withClient(page, async ({ clientId }) => {
      if ((await judgeSignIn(page, 'clients', clientPath(clientId, act))) === 'stale') return
      const acts = actsOf(page)
      await told(page, clientId, act, await (act === 'disable' ? acts.disable(clientId) : acts.goLive(clientId)))
    })
}

/** POST /clients/:id/enable */
export function enable(page: PanelRequest): Promise<void> {
  return withClient(page, async ({ clientId }) => told(page, clientId, 'enable', await actsOf(page).enable(clientId)))
}

/** POST /clients/:id/decommission */
export function decommission(page: PanelRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { clientId } = client
    if ((await judgeSignIn(page, 'clients', clientPath(clientId, 'decommission'))) === 'stale') return
    const result = await actsOf(page).decommission(clientId, (page.form.get('confirm') ?? '').trim())
    const mistyped = result.outcome === 'not-allowed' && result.reason === 'not-confirmed'
    if (mistyped) return showQuestion(page, 422, client, 'decommission', true)
    await told(page, clientId, 'decommission', result)
  })
}

async function showQuestion(
  page: PanelRequest,
  status: number,
  client: Client,
  act: 'disable' | 'go-live' | 'decommission',
  wrong = false,
): Promise<void> {
  await show(page, status, ClientAct, {
    client: headOf(client),
    form: { action: page.href(clientPath(client.clientId, act)), hidden: page.hidden },
    question: { act, ...(await hitBy(page, client)), wrong },
  })
}

/** What came of it, told on the page that shows the state now. */
async function told(
  page: PanelRequest,
  clientId: string,
  act: Exclude<Transition, 'change' | 'rotate-secret'>,
  result: ClientResult,
): Promise<void> {
  if (result.outcome === 'not-allowed') return hindered(page, clientId, result.reason)
  if (result.outcome !== 'done') return missing(page)
  const { lifecycle } = viewOf(page).t.client
  const words = {
    disable: lifecycle.disabled,
    enable: lifecycle.enabled,
    'go-live': lifecycle.wentLive,
    decommission: lifecycle.decommissioned,
  }
  const text = words[act]({ client: isolate(result.client.clientName) })
  await goOn(page, act === 'decommission' ? '/clients' : clientPath(clientId, 'lifecycle'), { tone: 'ok', text })
}

function urisWithoutHttps(client: Client): readonly string[] {
  const { redirectUris, otherUris } = lifecycleOf(client, () => false)
  return [...redirectUris, ...otherUris].filter((uri) => redirectUriIssues(uri, 'live').length > 0)
}
