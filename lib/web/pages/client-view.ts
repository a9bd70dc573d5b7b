import { homeOf } from '../../domain/clients/client-home.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { ClientView } from '../ui/components/card.tsx'
import type { View } from '../ui/view.ts'

/** The client as pages show it: the service's own apps by their names in the reader's language. */
export function clientView(client: Client, { t, product }: View): ClientView {
  const { ownApps } = t.common
  const isOwn = client.source === 'service'
  return {
    name:
      isOwn && Object.hasOwn(ownApps, client.clientId)
        ? ownApps[client.clientId as keyof typeof ownApps]({ product: product.name })
        : client.clientName,
    // An address without https makes the service's own apps no apps that are being built.
    development: !isOwn && client.environment === 'development',
  }
}

/** The way back to an app that a page leads to; undefined where there is none. */
export function wayBackTo(
  client: Client | undefined,
  view: View,
): (ClientView & { readonly homeHref: string }) | undefined {
  const homeHref = client && homeOf(client)
  return client === undefined || homeHref === undefined ? undefined : { ...clientView(client, view), homeHref }
}
