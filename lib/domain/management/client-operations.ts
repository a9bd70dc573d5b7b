import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientDraft, ClientRegistry, ClientResult } from '../clients/registry.ts'
import { clientChanges } from './client-changes.ts'

/** Who acts on clients, and from where. */
export interface Actor {
  /** A subject, or the command line. */
  readonly name: string
  readonly address?: string
  readonly requestId?: string
}

/** The acts of the registry, each in the audit trail with what was before and after; what was refused is not an act. */
export interface ClientOperations {
  create(draft: ClientDraft): Promise<ClientResult>
  change(clientId: string, version: number, draft: Parameters<ClientRegistry['change']>[2]): Promise<ClientResult>
  rotateSecret(clientId: string): Promise<ClientResult>
  disable(clientId: string): Promise<ClientResult>
  enable(clientId: string): Promise<ClientResult>
  goLive(clientId: string): Promise<ClientResult>
  decommission(clientId: string, confirmation: string): Promise<ClientResult>
  revokeTokens(clientId: string): Promise<ClientResult>
}

export function clientOperations(
  clients: ClientRegistry,
  audit: Pick<AuditTrail, 'record'>,
  { name, address, requestId }: Actor,
): ClientOperations {
  const told = async (
    event: AuditEventName,
    result: ClientResult,
    before: Partial<Client> | undefined,
    after: Partial<Client> | undefined,
  ): Promise<ClientResult> => {
    if (result.outcome !== 'done') return result
    const changes = clientChanges(before, after)
    // The answer waits for the entry: an act that nobody can find later is not acknowledged (G10).
    await audit.record({
      event,
      result: 'ok',
      actor: name,
      client: result.client.clientId,
      ...(address === undefined ? {} : { address }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(Object.keys(changes).length === 0 ? {} : { changes }),
    })
    return result
  }
  const changed = async (
    event: AuditEventName,
    clientId: string,
    act: () => Promise<ClientResult>,
  ): Promise<ClientResult> => {
    const before = await clients.find(clientId)
    const result = await act()
    return told(event, result, before, result.outcome === 'done' ? result.client : undefined)
  }
  return {
    async create(draft) {
      const result = await clients.create(draft, name)
      return told('client.created', result, undefined, result.outcome === 'done' ? result.client : undefined)
    },
    change: (clientId, version, draft) =>
      changed('client.changed', clientId, () => clients.change(clientId, version, draft, name)),
    rotateSecret: (clientId) => changed('client.secret-rotated', clientId, () => clients.rotateSecret(clientId, name)),
    disable: (clientId) => changed('client.disabled', clientId, () => clients.disable(clientId, name)),
    enable: (clientId) => changed('client.enabled', clientId, () => clients.enable(clientId, name)),
    goLive: (clientId) => changed('client.went-live', clientId, () => clients.goLive(clientId, name)),
    revokeTokens: (clientId) => changed('client.tokens-revoked', clientId, () => clients.revokeTokens(clientId, name)),
    async decommission(clientId, confirmation) {
      const result = await clients.decommission(clientId, confirmation, name)
      return told('client.decommissioned', result, result.outcome === 'done' ? result.client : undefined, undefined)
    },
  }
}
