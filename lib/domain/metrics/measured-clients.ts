import type { Measurements } from '../../ports/measurements.ts'
import type { ClientRegistry } from '../clients/registry.ts'

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
