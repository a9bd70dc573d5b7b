import type { NotAllowedReason } from '../../../../policies/client-lifecycle.ts'
import { environmentBlock } from '../../../domain/clients/blocks/environment-block.ts'
import { environmentFormats, FORMAT_LABELS } from '../../../domain/clients/blocks/formats.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { isGated, kindOf } from '../../../domain/clients/gate.ts'
import { GATE_FORMAT_LABELS, GATE_FORMATS, gateBlock } from '../../../domain/clients/gate-block.ts'
import { type ClientImpact, clientImpact } from '../../../domain/management/client-impact.ts'
import type { ClientOperations } from '../../../domain/management/client-operations.ts'
import type { ClientUse } from '../../../domain/metrics/client-use-record.ts'
import { ROUTES } from '../../../web/http/routes.ts'
import type { RouteName } from '../../../web/request/route.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/addresses.ts'
import { actorOf, show } from '../shell/show.ts'
import type { ClientHead, FormattedBlock } from './client-props.ts'
import type { ClientConfigurationProps } from './credentials-view.tsx'
import { ClientMissing } from './missing-view.tsx'
import type { ClientsRequest } from './services.ts'

/** Pages about one client: the client that the address names, or a page that says there is none. */
export async function withClient(page: ClientsRequest, work: (client: Client) => Promise<void>): Promise<void> {
  const id = page.parameters.id ?? ''
  const client = await page.services.clients.find(id)
  return client === undefined ? missing(page) : work(client)
}

export function missing(page: ClientsRequest): Promise<void> {
  return show(page, 404, ClientMissing, { id: page.parameters.id ?? '' })
}

/** Why an operation is not allowed to the client now, on the tab that shows its state. */
export function notAllowed(page: ClientsRequest, clientId: string, reason: NotAllowedReason): Promise<void> {
  return redirectWithFlash(page, clientPath(clientId, 'lifecycle'), {
    tone: 'danger',
    text: viewOf(page).t.client.lifecycle.hindered[reason],
  })
}

export function headOf(client: Client): ClientHead {
  const { clientId, clientName, environment, status, source } = client
  return { id: clientId, name: clientName, type: kindOf(client), environment, status, source }
}

/** What this administrator does to clients, in the audit trail under their name. */
export const operationsOf = (page: ClientsRequest): ClientOperations =>
  page.services.clientOperations(actorOf(page), page.services.users.find)

export function blocksOf(
  { services }: ClientsRequest,
  client: Client,
  secret: string | undefined,
): readonly FormattedBlock[] {
  if (isGated(client))
    return GATE_FORMATS.map((format) => ({
      format,
      label: GATE_FORMAT_LABELS[format],
      text: gateBlock(
        { client, issuer: services.site.issuerUrl, headers: services.configuration.gate.headers },
        format,
      ),
    }))
  const block = { client, issuer: services.site.issuerUrl, secret, at: new Date(services.now()) }
  return environmentFormats(client).map((format) => ({
    format,
    label: FORMAT_LABELS[format],
    text: environmentBlock(block, format),
  }))
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

/** When the secret that is in force now was last used. */
export function secretUsedAt({ secretUsedAt: at }: ClientUse, client: Client): Date | undefined {
  return at === undefined || at < (client.secretCreatedAt ?? 0) ? undefined : new Date(at)
}

/** Whom an operation affects, for the page that asks first: sessions now, and the sign-ins whose tokens may still live. */
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

export const dateOf = (at: number | undefined): Date | undefined => (at === undefined ? undefined : new Date(at))
