import type { Measurements } from '../../ports/measurements.ts'
import type { ClientRegistry } from '../clients/registry.ts'

/** The registry itself; that all tokens of a client were revoked is counted. */
export function measuredClients(clients: ClientRegistry, measurements: Measurements): ClientRegistry {
  return {
    ...clients,
    async revokeTokens(clientId, by) {
      const result = await clients.revokeTokens(clientId, by)
      if (result.outcome === 'done') measurements.revoked('client')
      return result
    },
  }
}
