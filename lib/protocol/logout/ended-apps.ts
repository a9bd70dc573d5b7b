import { frameOutcome } from '../../../policies/frontchannel-logout.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { endsWithSession } from '../../domain/clients/gate.ts'
import type { Ended, EndedClient } from '../../domain/sessions/ending-notices.ts'
import { frontchannelLogouts } from '../../domain/sessions/frontchannel.ts'
import type { AppIcons } from '../../web/ui/components/apps.tsx'
import { byApp, type FramedApp } from './signing-out-view.tsx'

/** The apps that the user was signed in to, grouped by how they are signed out. */
export interface EndedApps {
  /** Already signed out: parts of Portico, gated apps, and the app that requested the sign-out. */
  readonly done: readonly string[]
  /** Apps that Portico notifies through the back channel. */
  readonly notified: readonly NotifiedApp[]
  /**
   * Apps that the browser notifies through the front channel. Only the browser can detect the outcome. `place` is the
   * app's position on the signing-out page, which also has frames for apps of the other groups.
   */
  readonly framed: readonly (FramedApp & { readonly place?: number })[]
  /** Apps that are not notified, because they have no logout URI. The user may still be signed in to them. */
  readonly notNotified: readonly string[]
  readonly icons?: AppIcons
}

export interface NotifiedApp {
  readonly name: string
  readonly deliveries: readonly string[]
}

export const NO_APPS: EndedApps = { done: [], notified: [], framed: [], notNotified: [] }

export const iconsOf = (
  clients: readonly { readonly clientName: string; readonly icon?: string | undefined }[],
): AppIcons => clients.flatMap(({ clientName, icon }) => (icon === undefined ? [] : [[clientName, icon] as const]))

/** Whether a sign-out can be expected to end the client's session. A disabled client is never notified. */
export const isReached = (issuerUrl: string, client: Client): boolean =>
  endsWithSession(client) ||
  (client.status === 'active' &&
    (client.backchannelLogoutUri !== undefined || frameOutcome(issuerUrl, client) === 'confirmed'))

/**
 * Groups the apps of the ended sessions. An app that supports both channels is notified only through the back channel.
 * @param asking the app that verifiably requested the sign-out and therefore needs no notice
 */
export function endedApps(issuerUrl: string, { clients, deliveries }: Ended, asking?: string): EndedApps {
  const [done, browser, notNotified] = [new Set<string>(), [] as EndedClient[], new Set<string>()]
  const notified = new Map<string, NotifiedApp>()
  for (const ended of clients) {
    const { clientId, clientName: name, status, frontchannelLogoutUri } = ended.client
    const sent = deliveries.filter((delivery) => delivery.clientId === clientId).map(({ id }) => id)
    if (endsWithSession(ended.client) || clientId === asking) done.add(name)
    else if (sent.length > 0) notified.set(clientId, { name, deliveries: sent })
    // Do not notify a disabled client, even if it has logout URIs.
    else if (status === 'active' && frontchannelLogoutUri !== undefined) browser.push(ended)
    else notNotified.add(name)
  }
  const uris = new Set(frontchannelLogouts(issuerUrl, browser).map(({ uri }) => uri))
  const framed = byApp(frontchannelLogouts(issuerUrl, clients))
    .map((app, place) => ({ ...app, place }))
    .filter((app) => app.uris.some((uri) => uris.has(uri)))
  const icons = iconsOf(clients.map(({ client }) => client))
  return { done: [...done], notified: [...notified.values()], framed, notNotified: [...notNotified], icons }
}
