import { connectorAttention } from '../../../../policies/attention.ts'
import { type ConnectorSettings, listConnector } from '../../../config/settings-list.ts'
import { registeredAddresses } from '../../../protocol/upstream/addresses.ts'
import type { View } from '../../../web/ui/view.ts'
import { dateOf } from '../../first-party/page.ts'
import type { ServiceItem } from './attention-view.tsx'
import type { ConnectorView } from './connectors-view.tsx'
import type { OperationsServices } from './services.ts'
import { rowsOf } from './settings-rows.ts'

/** Connectors by which nobody comes in, or soon nobody will. */
export async function attentionOfConnectors({
  configuration,
  connectorHealth,
  now,
}: Pick<OperationsServices, 'configuration' | 'connectorHealth' | 'now'>): Promise<readonly ServiceItem[]> {
  const found = await Promise.all(
    configuration.login.upstreams.map(async ({ id, name, secretExpires }) => {
      const { failures, groupsLeftOut } = await connectorHealth.read(id)
      const expires = dateOf(secretExpires)
      const count = failures?.count ?? 0
      const observed = { secretExpiresAt: expires?.getTime(), failures: count, groupsLeftOut }
      const reasons = connectorAttention(observed, now())
      return reasons.map(
        (reason): ServiceItem => ({
          about: 'connector',
          reason,
          id,
          name,
          count,
          ref: failures?.ref,
          expires,
        }),
      )
    }),
  )
  return found.flat()
}

/** A connector with all its settings; of its secret, that there is one. */
export function connectorView(issuerUrl: string, connector: ConnectorSettings, view: View): ConnectorView {
  const { id, name } = connector
  return { id, name, ...registeredAddresses(issuerUrl, id), rows: rowsOf(listConnector(connector), view) }
}
