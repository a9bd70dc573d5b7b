import { endsWithSession } from '../../domain/clients/gate.ts'
import type { Ended, EndedClient } from '../../domain/sessions/ending-notices.ts'
import { frontchannelLogouts } from '../../domain/sessions/frontchannel.ts'
import { byApp, type FramedApp } from './signing-out-view.tsx'

/** What became of the apps of a session, as far as the service knows. */
export interface EndedApps {
  /** Parts of the service, gated apps, and the app that asked for it. */
  readonly done: readonly string[]
  /** Notified from server to server, by these deliveries. */
  readonly notified: readonly NotifiedApp[]
  /** Notified by the browser: whether they listened is known there alone. */
  readonly framed: readonly FramedApp[]
  /** Without an address for it: they are not notified, and may stay open. */
  readonly untold: readonly string[]
}

export interface NotifiedApp {
  readonly name: string
  readonly deliveries: readonly string[]
}

export const NO_APPS: EndedApps = { done: [], notified: [], framed: [], untold: [] }

/**
 * An app with both channels needs no browser.
 * @param asking the app that proved that it asked for the sign-out itself: it needs no notice
 */
export function endedApps(issuerUrl: string, { clients, deliveries }: Ended, asking?: string): EndedApps {
  const [done, framed, untold] = [new Set<string>(), [] as EndedClient[], new Set<string>()]
  const notified = new Map<string, NotifiedApp>()
  for (const ended of clients) {
    const { clientId, clientName: name, status, frontchannelLogoutUri } = ended.client
    const sent = deliveries.filter((delivery) => delivery.clientId === clientId).map(({ id }) => id)
    if (endsWithSession(ended.client) || clientId === asking) done.add(name)
    else if (sent.length > 0) notified.set(clientId, { name, deliveries: sent })
    // A disabled client is not notified, whatever addresses it has.
    else if (status === 'active' && frontchannelLogoutUri !== undefined) framed.push(ended)
    else untold.add(name)
  }
  const frames = byApp(frontchannelLogouts(issuerUrl, framed))
  return { done: [...done], notified: [...notified.values()], framed: frames, untold: [...untold] }
}
