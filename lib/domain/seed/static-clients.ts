import { type ClientIssue, clientIssues, type IsPrivateAddress } from '../../../policies/client-registration.ts'
import { type DeclaredScopes, scopeClaimsWith } from '../../../policies/declared-scopes.ts'
import type { ClientSettings } from '../../config/configuration.ts'
import { defined } from '../../config/data/defined.ts'
import type { ClientStore } from '../../ports/clients.ts'
import { iconName } from '../clients/catalogue/client-icon.ts'
import type { ClientIndex } from '../clients/client-index.ts'
import { CLIENT_FIELDS, CLIENT_KEYS } from '../clients/client-keys.ts'
import { storedClientPages } from '../clients/client-pages.ts'
import { type Client, readClient, writeClient } from '../clients/client-record.ts'
import { withGateFields } from '../clients/gate.ts'
import { newEpoch, secretFields } from '../clients/registry.ts'
import { untilDone } from '../documents.ts'
import type { RemovedClients } from './removed-clients.ts'

/** A client defined in the configuration, or one of Portico's own. */
export type StaticClient = Omit<
  Client,
  'epoch' | 'createdAt' | 'changedAt' | 'changedBy' | 'version' | 'secretHint' | 'secretCreatedAt'
> & { readonly secretHint?: string }

/** Why a client in the configuration cannot be registered. */
export interface StaticClientIssue {
  readonly clientId: string
  readonly issue:
    | ClientIssue
    | { readonly field: 'redirectUris'; readonly code: 'taken'; readonly uri: string; readonly holder: string }
}

export function staticClient(settings: ClientSettings): StaticClient {
  const { client_secret: secret } = settings
  const given = { ...settings, icon: settings.icon && iconName(settings.icon) }
  const fields = CLIENT_FIELDS.map((field) => [field, given[CLIENT_KEYS[field]]] as const)
  const { secretCreatedAt: _none, ...hash } = secret === undefined ? {} : secretFields(secret, 0)
  return withGateFields({
    ...(defined(Object.fromEntries(fields)) as Pick<Client, keyof typeof CLIENT_KEYS>),
    ownerEmail: settings.owner_email ?? '',
    source: 'configuration',
    ...hash,
  })
}

/** Registration rules also apply to the configuration, except that the owner's email address is optional. */
export function staticClientIssues(
  client: StaticClient,
  isPrivateAddress: IsPrivateAddress,
  scopes: DeclaredScopes,
  serviceHosts: readonly string[],
): readonly StaticClientIssue[] {
  const knownScopes = Object.keys(scopeClaimsWith(scopes))
  const ownerEmail = client.ownerEmail === '' ? 'unknown@localhost.invalid' : client.ownerEmail
  return clientIssues({ ...client, ownerEmail }, isPrivateAddress, knownScopes, serviceHosts).map((issue) => ({
    clientId: client.clientId,
    issue,
  }))
}

/** Writes static clients to the store. If the configuration now disables a client, the client's tokens are revoked. */
export async function upsertClients(
  store: ClientStore,
  indexes: ClientIndex,
  clients: readonly StaticClient[],
  now: () => number,
): Promise<readonly StaticClientIssue[]> {
  const issues: StaticClientIssue[] = []
  for (const client of clients) issues.push(...(await upsertOne(store, indexes, client, now)))
  return issues
}

/** Removes clients that are no longer in the configuration. Clients that an administrator registered are kept. */
export async function removeFormerClients(
  store: ClientStore,
  indexes: ClientIndex,
  removed: RemovedClients,
  clients: readonly StaticClient[],
): Promise<void> {
  for (const { clientId } of clients) await removed.forget(clientId)
  const listed = new Set(clients.map(({ clientId }) => clientId))
  for await (const page of storedClientPages(store))
    for (const client of page) {
      if (client.source === 'administrator' || listed.has(client.clientId)) continue
      await removed.note(client.clientId)
      await store.remove(client.clientId)
      await indexes.remove(client)
    }
}

const upsertOne = (
  store: ClientStore,
  indexes: ClientIndex,
  wanted: StaticClient,
  now: () => number,
): Promise<readonly StaticClientIssue[]> =>
  untilDone(async () => {
    const record = await store.find(wanted.clientId)
    const before = readClient(record)
    const disabledNow = before?.status === 'active' && wanted.status === 'disabled'
    const client: Client = {
      ...wanted,
      epoch: before === undefined || disabledNow ? newEpoch() : before.epoch,
      createdAt: before?.createdAt ?? now(),
      changedAt: now(),
      changedBy: wanted.source,
      version: (before?.version ?? 0) + 1,
    }
    if (before !== undefined && isSame(before, client)) return []
    const entry = { id: wanted.clientId, record: writeClient(client), redirectUris: client.redirectUris }
    const claim = record === undefined ? await store.create(entry) : await store.replace(record, entry)
    // Another node is adopting the same configuration, so read the client again.
    if (claim.outcome === 'changed' || claim.outcome === 'missing' || claim.outcome === 'id-taken') return 'again'
    if (claim.outcome === 'redirect-uri-taken')
      return [
        {
          clientId: wanted.clientId,
          issue: { field: 'redirectUris', code: 'taken', uri: claim.redirectUri, holder: claim.holder },
        },
      ]
    await indexes.update(client, before)
    return []
  })

function isSame(before: Client, after: Client): boolean {
  const plain = ({ changedAt: _at, changedBy: _by, version: _version, ...rest }: Client): string =>
    JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
  return plain(before) === plain(after)
}
