import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientDraft, ClientRegistry, ClientResult } from '../clients/registry.ts'
import { type Actor, writeAudit } from './actor.ts'
import { clientChanges } from './client-changes.ts'

/** The registry's operations, each in the audit trail with what was before and after; what was refused is not. */
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
  actor: Actor,
): ClientOperations {
  const by = actor.name
  const audited = async (
    event: AuditEventName,
    result: ClientResult,
    before: Partial<Client> | undefined,
    after: Partial<Client> | undefined,
  ): Promise<ClientResult> => {
    if (result.outcome !== 'done') return result
    await writeAudit(audit, actor, { event, client: result.client.clientId, changes: clientChanges(before, after) })
    return result
  }
  const change = async (
    event: AuditEventName,
    clientId: string,
    perform: () => Promise<ClientResult>,
  ): Promise<ClientResult> => {
    const before = await clients.find(clientId)
    const result = await perform()
    return audited(event, result, before, result.outcome === 'done' ? result.client : undefined)
  }
  return {
    async create(draft) {
      const result = await clients.create(draft, by)
      return audited('client.created', result, undefined, result.outcome === 'done' ? result.client : undefined)
    },
    change: (clientId, version, draft) =>
      change('client.changed', clientId, () => clients.change(clientId, version, draft, by)),
    rotateSecret: (clientId) => change('client.secret-rotated', clientId, () => clients.rotateSecret(clientId, by)),
    disable: (clientId) => change('client.disabled', clientId, () => clients.disable(clientId, by)),
    enable: (clientId) => change('client.enabled', clientId, () => clients.enable(clientId, by)),
    goLive: (clientId) => change('client.went-live', clientId, () => clients.goLive(clientId, by)),
    revokeTokens: (clientId) => change('client.tokens-revoked', clientId, () => clients.revokeTokens(clientId, by)),
    async decommission(clientId, confirmation) {
      const result = await clients.decommission(clientId, confirmation, by)
      return audited('client.decommissioned', result, result.outcome === 'done' ? result.client : undefined, undefined)
    },
  }
}
