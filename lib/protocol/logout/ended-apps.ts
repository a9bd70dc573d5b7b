import type { EndedClient } from '../../domain/sessions/ending.ts'
import { frontchannelLogouts } from '../../domain/sessions/frontchannel.ts'
import { byApp, type FramedApp } from './signing-out-view.tsx'

/** What became of the apps of a session, as far as the service knows. */
export interface EndedApps {
  /** Notified from server to server, or parts of the service. */
  readonly done: readonly string[]
  /** Notified by the browser: whether they listened is known there alone. */
  readonly framed: readonly FramedApp[]
  /** Without an address for it: they are not notified, and may stay open. */
  readonly untold: readonly string[]
}

export const NO_APPS: EndedApps = { done: [], framed: [], untold: [] }

/**
 * An app with both channels needs no browser.
 * @param asking the app that proved that it asked for the sign-out itself: it needs no notice
 */
export function endedApps(issuerUrl: string, clients: readonly EndedClient[], asking?: string): EndedApps {
  const [done, framed, untold] = [new Set<string>(), [] as EndedClient[], new Set<string>()]
  for (const ended of clients) {
    const { clientId, clientName, source, status, backchannelLogoutUri, frontchannelLogoutUri } = ended.client
    // A disabled client is not notified, whatever addresses it has.
    const notified = status === 'active'
    if (source === 'service' || clientId === asking || (notified && backchannelLogoutUri !== undefined))
      done.add(clientName)
    else if (notified && frontchannelLogoutUri !== undefined) framed.push(ended)
    else untold.add(clientName)
  }
  return { done: [...done], framed: byApp(frontchannelLogouts(issuerUrl, framed)), untold: [...untold] }
}
