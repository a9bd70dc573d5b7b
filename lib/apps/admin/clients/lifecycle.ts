import { notAllowedReason, type Transition } from '../../../../policies/client-lifecycle.ts'
import { redirectUriIssues } from '../../../../policies/redirect-uri.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { type ClientResult, lifecycleOf } from '../../../domain/clients/registry.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { ClientLifecycle } from './lifecycle-view.tsx'
import { ClientQuestion, GoLiveNotAllowed } from './operation-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf, impactOf, missing, notAllowed, ofClient, operationsOf } from './subject.ts'

export function lifecyclePage(page: ClientsRequest, client: Client): Promise<void> {
  return show(page, 200, ClientLifecycle, {
    client: headOf(client),
    enableForm: formAt(page, clientPath(client.clientId, 'enable')),
  })
}

/** Handles the GET request for an operation that has a confirmation page. */
export const askFirst = (act: 'disable' | 'go-live' | 'decommission') =>
  ofClient(async (page, client) => {
    const why = notAllowedReason(lifecycleOf(client, page.services.isPrivateAddress), act, client.clientId)
    if (why === 'not-https')
      return show(page, 409, GoLiveNotAllowed, { client: headOf(client), uris: urisWithoutHttps(client) })
    if (why !== undefined) return notAllowed(page, client.clientId, why)
    await showQuestion(page, 200, client, act)
  })

export const perform = (act: 'disable' | 'enable' | 'goLive') =>
  ofClient(async (page, { clientId }) =>
    showResult(page, clientId, act === 'goLive' ? 'go-live' : act, await operationsOf(page)[act](clientId)),
  )

export async function decommission(page: ClientsRequest, client: Client): Promise<void> {
  const { clientId } = client
  const result = await operationsOf(page).decommission(clientId, (page.form.get('confirm') ?? '').trim())
  const mistyped = result.outcome === 'not-allowed' && result.reason === 'not-confirmed'
  if (mistyped) return showQuestion(page, 422, client, 'decommission', true)
  await showResult(page, clientId, 'decommission', result)
}

async function showQuestion(
  page: ClientsRequest,
  status: number,
  client: Client,
  act: 'disable' | 'go-live' | 'decommission',
  wrong = false,
): Promise<void> {
  await show(page, status, ClientQuestion, {
    client: headOf(client),
    form: formAt(page, clientPath(client.clientId, act)),
    question: { act, ...(await impactOf(page, client)), wrong },
  })
}

/** Shows the outcome of an operation on the Lifecycle tab, or on the client list after decommissioning. */
async function showResult(
  page: ClientsRequest,
  clientId: string,
  act: Exclude<Transition, 'change' | 'rotate-secret'>,
  result: ClientResult,
): Promise<void> {
  if (result.outcome === 'not-allowed') return notAllowed(page, clientId, result.reason)
  if (result.outcome !== 'done') return missing(page)
  const { lifecycle } = viewOf(page).t.client
  const words = {
    disable: lifecycle.disabled,
    enable: lifecycle.enabled,
    'go-live': lifecycle.wentLive,
    decommission: lifecycle.decommissioned,
  }
  const text = words[act]({ client: isolate(result.client.clientName) })
  await redirectWithFlash(page, act === 'decommission' ? '/clients' : clientPath(clientId, 'lifecycle'), 'ok', text)
}

function urisWithoutHttps(client: Client): readonly string[] {
  const { redirectUris, otherUris } = lifecycleOf(client, () => false)
  return [...redirectUris, ...otherUris].filter((uri) => redirectUriIssues(uri, 'live').length > 0)
}
