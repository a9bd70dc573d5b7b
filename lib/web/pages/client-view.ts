import { homeOf } from '../../domain/clients/client-home.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { ClientView } from '../ui/components/card.tsx'
import type { View } from '../ui/view.ts'

/** How pages show a client. Names of first-party apps are in the user's language. */
export function clientView(client: Client, { t, product }: View): ClientView {
  const { ownApps } = t.common
  const isOwn = client.source === 'service'
  return {
    name:
      isOwn && Object.hasOwn(ownApps, client.clientId)
        ? ownApps[client.clientId as keyof typeof ownApps]({ product: product.name })
        : client.clientName,
    icon: client.icon,
    // First-party apps are never marked as in development, even if their URL does not use https.
    development: !isOwn && client.environment === 'development',
  }
}

/** The client that a page links back to, with its home URL; undefined if the client has no home URL. */
export function wayBackTo(
  client: Client | undefined,
  view: View,
): (ClientView & { readonly homeHref: string }) | undefined {
  const homeHref = client && homeOf(client)
  return client === undefined || homeHref === undefined ? undefined : { ...clientView(client, view), homeHref }
}
