import { scopeClaimsWith } from '../../policies/declared-scopes.ts'
import { backendIndex } from '../domain/clients/backend-index.ts'
import { allIndexes, endIndex, originIndex } from '../domain/clients/client-index.ts'
import { serviceHosts } from '../domain/clients/gate.ts'
import { type ClientRegistry, clientRegistry } from '../domain/clients/registry.ts'
import { removeDocument } from '../domain/documents.ts'
import { ACCESS_REQUESTS } from '../domain/management/access-requests.ts'
import { forgetAppearance } from '../domain/management/appearances.ts'
import { clientUses } from '../domain/metrics/client-use.ts'
import { measuredClients } from '../domain/metrics/measured-clients.ts'
import { egressGuard } from '../domain/sessions/egress-guard.ts'
import { type Measurements, UNMEASURED } from '../ports/measurements.ts'
import type { Instrumented } from './watching.ts'

export type Clients = ReturnType<typeof composeClients>

/** @param measurements undefined on the command line, where there are no metrics */
export function composeClients(
  { configuration, storage, now }: Pick<Instrumented, 'configuration' | 'storage' | 'now'>,
  measurements: Measurements = UNMEASURED,
) {
  const { documents } = storage
  const egress = egressGuard(configuration.logout.allowPrivateAddresses)
  const origins = originIndex(documents)
  const backends = backendIndex(documents, storage.clients, now)
  const clientIndexes = allIndexes(origins, backends, endIndex(documents))
  const uses = clientUses(documents, now)
  const forget = async (clientId: string): Promise<void> => {
    await Promise.all([
      uses.forget(clientId),
      forgetAppearance(documents, clientId),
      removeDocument(documents, ACCESS_REQUESTS, clientId),
    ])
  }
  const clients: ClientRegistry = measuredClients(
    clientRegistry(
      storage.clients,
      clientIndexes,
      now,
      egress.isPrivateAddress,
      forget,
      Object.keys(scopeClaimsWith(configuration.scopes)),
      serviceHosts(configuration),
    ),
    measurements,
  )
  return {
    clients,
    origins,
    backends,
    /** Client lookups by keys other than the client ID. */
    clientIndexes,
    uses,
    /** Prevents logout notifications from being sent to blocked IP addresses. */
    egress,
    isPrivateAddress: egress.isPrivateAddress,
  }
}
