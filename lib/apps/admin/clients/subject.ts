import type { NotAllowedReason } from '../../../../policies/client-lifecycle.ts'
import { environmentBlock } from '../../../domain/clients/blocks/environment-block.ts'
import { environmentFormats, FORMAT_LABELS } from '../../../domain/clients/blocks/formats.ts'
import { GATE_FORMAT_LABELS, GATE_FORMATS, gateBlock } from '../../../domain/clients/blocks/gate-block.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { isGated, kindOf, serviceAddress } from '../../../domain/clients/gate.ts'
import { type ClientImpact, clientImpact } from '../../../domain/management/client-impact.ts'
import type { ClientOperations } from '../../../domain/management/client-operations.ts'
import type { ClientUse } from '../../../domain/metrics/client-use-record.ts'
import { ROUTES } from '../../../web/http/routes.ts'
import type { RouteName } from '../../../web/request/route.ts'
import { dateOf, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { actorOf, show } from '../shell/show.ts'
import {
  ClientAgain,
  type ClientConfigurationProps,
  ClientOnce,
  type ClientOnceProps,
  type FormattedBlock,
} from './credentials-view.tsx'
import { type ClientHead, ClientMissing } from './frame-view.tsx'
import type { ClientsRequest } from './services.ts'

/** Wraps pages about one client: finds the client named in the path, or shows a not-found page. */
export const ofClient =
  (answer: (page: ClientsRequest, client: Client) => Promise<void>) =>
  async (page: ClientsRequest): Promise<void> => {
    const client = await page.services.clients.find(page.parameters.id ?? '')
    return client === undefined ? missing(page) : answer(page, client)
  }

export function missing(page: ClientsRequest): Promise<void> {
  return show(page, 404, ClientMissing, { id: page.parameters.id ?? '' })
}

/** Shows why the operation is not allowed now, on the tab that displays the client's state. */
export function notAllowed(page: ClientsRequest, clientId: string, reason: NotAllowedReason): Promise<void> {
  return redirectWithFlash(
    page,
    clientPath(clientId, 'lifecycle'),
    'danger',
    viewOf(page).t.client.lifecycle.blocked[reason],
  )
}

export function headOf(client: Client): ClientHead {
  const { clientId, clientName, icon, environment, status, source } = client
  return { id: clientId, name: clientName, icon, type: kindOf(client), environment, status, source }
}

/** This administrator's operations on clients, audited with the administrator as actor. */
export const operationsOf = (page: ClientsRequest): ClientOperations =>
  page.services.clientOperations(actorOf(page), page.services.users.find)

export function blocksOf(
  { services, context, form }: ClientsRequest,
  client: Client,
  secret: string | undefined,
  upstream?: string,
): readonly FormattedBlock[] {
  if (isGated(client)) {
    const { localAddress = 'localhost', localPort = 3000 } = context.req.socket
    const service = serviceAddress(localAddress, localPort)
    const { headers } = services.configuration.gate
    const block = { client, issuer: services.site.issuerUrl, headers, service, upstream, app: form.get('app') }
    return GATE_FORMATS.map((format) => ({ format, label: GATE_FORMAT_LABELS[format], text: gateBlock(block, format) }))
  }
  const block = { client, issuer: services.site.issuerUrl, secret, at: new Date(services.now()) }
  return environmentFormats(client).map((format) => ({
    format,
    label: FORMAT_LABELS[format],
    text: environmentBlock(block, format),
  }))
}

/** Sends the only response that contains a secret. */
export const showOnce = (
  page: ClientsRequest,
  act: ClientOnceProps['act'],
  client: Client,
  secret: string | undefined,
): Promise<void> =>
  show(page, 200, ClientOnce, { client: headOf(client), act, secret, blocks: blocksOf(page, client, secret) })

/** The page shown when a form that created a secret is submitted again. */
export async function showAgain(
  page: ClientsRequest,
  act: 'created' | 'rotated',
  clientId: string,
  startHref: string,
): Promise<void> {
  const client = await page.services.clients.find(clientId)
  await show(page, 409, ClientAgain, { act, client: client && headOf(client), startHref })
}

export function endpointsOf({ services: { site } }: ClientsRequest): ClientConfigurationProps['endpoints'] {
  const address = (name: RouteName): string =>
    site.issuerUrl + (ROUTES.find((route) => route.name === name)?.paths[0] ?? '')
  return {
    issuer: site.issuerUrl,
    discovery: address('discovery'),
    authorize: address('authorize'),
    token: address('token'),
    userinfo: address('userinfo'),
    logout: address('logout'),
    registerSession: address('registerSession'),
  }
}

/** When the current secret was last used. */
export function secretUsedAt({ secretUsedAt: at }: ClientUse, client: Client): Date | undefined {
  return dateOf(at !== undefined && at < (client.secretCreatedAt ?? 0) ? undefined : at)
}

/** What an operation affects: current sessions, and sign-ins whose tokens might still be valid. */
export async function impactOf(
  { services }: ClientsRequest,
  client: Client,
): Promise<{ readonly reach: ClientImpact; readonly signIns: number }> {
  const [reach, { days }] = await Promise.all([
    clientImpact(services.storage, client.clientId),
    services.metrics.uses.read(client),
  ])
  return { reach, signIns: Object.values(days).reduce((sum, { signIns }) => sum + signIns, 0) }
}
