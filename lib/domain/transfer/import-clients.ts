import type { IsPrivateAddress } from '../../../policies/client-registration.ts'
import type { DeclaredScopes } from '../../../policies/declared-scopes.ts'
import type { ClientSettings } from '../../config/configuration.ts'
import type { ConfigIssue } from '../../config/issues/config-error.ts'
import type { ClientStore } from '../../ports/clients.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { keepIcon } from '../clients/catalogue/client-icon.ts'
import type { ClientIndex } from '../clients/client-index.ts'
import { type Client, findClient, writeClient } from '../clients/client-record.ts'
import { type Actor, writeAudit } from '../management/account-result.ts'
import { clientChanges } from '../management/client-changes.ts'
import type { Pictures } from '../pictures.ts'
import { type StaticClientIssue, staticClientIssues } from '../seed/static-clients.ts'
import { type ClientLine, clientLine, clientOf } from './client-line.ts'
import { CREATED, comparedWith, type LineOutcome, refusedFor } from './import-outcome.ts'
import { wordsOf } from './transfer-line.ts'

export interface ImportClientsParts {
  readonly clients: ClientStore
  readonly clientIndexes: ClientIndex
  readonly isPrivateAddress: IsPrivateAddress
  readonly scopes: DeclaredScopes
  readonly serviceHosts: readonly string[]
  readonly configIssues: (
    clients: readonly ClientSettings[],
    issues: readonly StaticClientIssue[],
  ) => readonly ConfigIssue[]
  readonly pictures: Pick<Pictures, 'keep'>
  readonly audit: Pick<AuditTrail, 'record' | 'all'>
  readonly actor: Actor
  readonly writes: boolean
  readonly now: () => number
}

const DAY_MS = 86_400_000
/** How much the clocks of nodes can differ, in milliseconds. */
const SKEW_MS = 60_000

/** Registers the client from a line, unless it already exists. */
export async function importClient(parts: ImportClientsParts, line: ClientLine): Promise<LineOutcome> {
  const { clients, clientIndexes, isPrivateAddress, scopes, serviceHosts, actor, writes, now } = parts
  const client = clientOf(line, actor.name, now())
  const issues = staticClientIssues(client, isPrivateAddress, scopes, serviceHosts)
  if (issues.length > 0) return refusedFor(wordsOf(parts.configIssues([line as ClientSettings], issues)))
  const present = await findClient(clients, client.clientId)
  if (present !== undefined) return comparedWithPresent(parts, present, client)
  if (!writes) {
    for (const uri of client.redirectUris) {
      const holder = await clients.holderOf(uri)
      if (holder !== undefined) return takenBy(uri, holder)
    }
    return CREATED
  }
  if (line.icon !== undefined) await keepIcon(parts.pictures, line.icon)
  const { redirectUris } = client
  const claim = await clients.create({ id: client.clientId, record: writeClient(client), redirectUris })
  if (claim.outcome === 'redirect-uri-taken') return takenBy(claim.redirectUri, claim.holder)
  if (claim.outcome === 'id-taken') return importClient(parts, line)
  await clientIndexes.update(client)
  await noteCreated(parts, client)
  return CREATED
}

const noteCreated = ({ audit, actor }: ImportClientsParts, client: Client): Promise<void> =>
  writeAudit(audit, actor, {
    event: 'client.created',
    client: client.clientId,
    changes: clientChanges(undefined, client),
  })

/** Whether the trail lacks the entry of a client that was created on this day: an earlier run was killed before it. */
async function lacksEntry({ audit, now }: ImportClientsParts, { clientId, createdAt }: Client): Promise<boolean> {
  if (now() - createdAt > DAY_MS) return false
  for await (const { event } of audit.all({ client: clientId, since: createdAt - SKEW_MS }))
    if (event === 'client.created') return false
  return true
}

const takenBy = (uri: string, holder: string): LineOutcome =>
  refusedFor(`redirect_uris: ${uri} belongs to the client ${holder}`)

async function comparedWithPresent(parts: ImportClientsParts, present: Client, client: Client): Promise<LineOutcome> {
  if (present.source !== 'administrator') return refusedFor('client_id: the client comes from the configuration')
  // A hash or a hint that the line does not provide is left out of the comparison.
  const shown = (one: Client) =>
    clientLine({ ...one, ...(client.secretHint === undefined ? NO_HINT : {}) } as Client, hashes)
  const hashes = client.secretHash === undefined ? 'without-hashes' : 'with-hashes'
  const compared = comparedWith(shown(present), shown(client), 'the client')
  if (!parts.writes || compared.outcome !== 'unchanged') return compared
  // If an earlier run was killed, the client may lack its index entries.
  await parts.clientIndexes.update(present)
  if (await lacksEntry(parts, present)) await noteCreated(parts, present)
  return compared
}

const NO_HINT = { secretHint: undefined }
