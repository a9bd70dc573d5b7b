import { lostAccess } from '../../../policies/app-access.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { ClientDraft, ClientEdit } from '../clients/client-draft.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientRegistry, ClientResult } from '../clients/registry.ts'
import type { Pictures } from '../pictures.ts'
import { type Actor, writeAudit } from './account-result.ts'
import { clientChanges } from './client-changes.ts'
import { endLostUsers, type FindUser, type LostAccessParts } from './lost-access.ts'

/** Operations on clients. Every operation that is not rejected is audited, with the client's previous and new state. */
export type ClientOperations = ReturnType<typeof clientOperations>

export interface ClientOperationsParts extends LostAccessParts {
  readonly clients: ClientRegistry
  readonly audit: Pick<AuditTrail, 'record'>
  readonly pictures: Pick<Pictures, 'keep'>
}

/** @param find looks up the users that the client's access rule applies to */
export function clientOperations(
  { clients, audit, pictures, ...lost }: ClientOperationsParts,
  actor: Actor,
  find: FindUser,
) {
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
  const step =
    (event: AuditEventName, perform: (clientId: string, by: string) => Promise<ClientResult>) =>
    async (clientId: string): Promise<ClientResult> => {
      const before = await clients.find(clientId)
      const result = await perform(clientId, by)
      return audited(event, result, before, result.outcome === 'done' ? result.client : undefined)
    }
  return {
    /** Stores icons, before their names are part of a draft. */
    pictures,
    async create(draft: ClientDraft): Promise<ClientResult> {
      const result = await clients.create(draft, by)
      return audited('client.created', result, undefined, result.outcome === 'done' ? result.client : undefined)
    },
    /** If the access rule becomes narrower, users who no longer match it lose their app access. */
    async change(clientId: string, version: number, draft: ClientEdit): Promise<ClientResult> {
      const before = await clients.find(clientId)
      const result = await clients.change(clientId, version, draft, by)
      if (result.outcome !== 'done') return result
      await audited('client.changed', result, before, result.client)
      if (lostAccess(before?.access, result.client.access, lost.now()) !== 'no-users')
        await endLostUsers(lost, result.client, find)
      return result
    },
    rotateSecret: step('client.secret-rotated', clients.rotateSecret),
    disable: step('client.disabled', clients.disable),
    enable: step('client.enabled', clients.enable),
    goLive: step('client.went-live', clients.goLive),
    revokeTokens: step('client.tokens-revoked', clients.revokeTokens),
    async decommission(clientId: string, confirmation: string): Promise<ClientResult> {
      const result = await clients.decommission(clientId, confirmation, by)
      return audited('client.decommissioned', result, result.outcome === 'done' ? result.client : undefined, undefined)
    },
  }
}
