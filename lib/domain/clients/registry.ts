import { randomBytes } from 'node:crypto'
import {
  type LifecycleClient,
  type NotAllowedReason,
  notAllowedReason,
  TRANSITIONS,
  type Transition,
} from '../../../policies/client-lifecycle.ts'
import { type ClientIssue, clientIssues, type IsPrivateAddress } from '../../../policies/client-registration.ts'
import { RESOURCE_AUDIENCE } from '../../../policies/signing.ts'
import type { ClientStore } from '../../ports/clients.ts'
import { untilDone } from '../documents.ts'
import { type ClientDraft, type ClientEdit, draftedClient, editedClient, fieldsOf } from './client-draft.ts'
import type { ClientIndex } from './client-index.ts'
import { type Client, findClient, readClient, writeClient } from './client-record.ts'
import { hashSecret, newSecret } from './secrets.ts'

export type Refusal =
  | { readonly outcome: 'invalid'; readonly issues: readonly ClientIssue[] }
  | { readonly outcome: 'id-taken' }
  | { readonly outcome: 'redirect-uri-taken'; readonly redirectUri: string; readonly holder: string }
  /** The client was changed in the meantime; `current` is its current state. */
  | { readonly outcome: 'conflict'; readonly current: Client }
  | { readonly outcome: 'not-allowed'; readonly reason: NotAllowedReason }
  | { readonly outcome: 'missing' }

/** Outcome of an operation. `secret`: present only if a secret was generated. */
export type ClientResult = { readonly outcome: 'done'; readonly client: Client; readonly secret?: string } | Refusal

/** Registers and changes clients. Every operation is atomic in the store and takes effect immediately on every node. */
export interface ClientRegistry {
  /** Returns the client; undefined if there is none. */
  find(clientId: string): Promise<Client | undefined>
  /** The ID of the client that registered this redirect URI. */
  holderOf(redirectUri: string): Promise<string | undefined>
  /** Lists up to `limit` clients after the ID `after`, ordered by ID. `total` counts all clients. */
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly clients: readonly Client[]; readonly total: number }>
  /** The result is the only copy of the client's secret; the store holds a hash (D-C3). Gated apps have no secret. */
  create(draft: ClientDraft, by: string): Promise<ClientResult>
  /** Changes a client's settings. @param version the version that the edit is based on */
  change(clientId: string, version: number, draft: ClientEdit, by: string): Promise<ClientResult>
  /** Replaces the client secret immediately. The result is the only copy of the new one. */
  rotateSecret(clientId: string, by: string): Promise<ClientResult>
  /** Disables a client and revokes its tokens. */
  disable(clientId: string, by: string): Promise<ClientResult>
  /** Enables a disabled client. Revoked tokens stay revoked. */
  enable(clientId: string, by: string): Promise<ClientResult>
  /** Moves a client to the `live` environment, which requires https. */
  goLive(clientId: string, by: string): Promise<ClientResult>
  /** Removes a client and all data about it. @param confirmation the client ID, as typed by the administrator */
  decommission(clientId: string, confirmation: string, by: string): Promise<ClientResult>
  /** Revokes all of the client's tokens. The client stays active. */
  revokeTokens(clientId: string, by: string): Promise<ClientResult>
}

export const newEpoch = (): string => randomBytes(6).toString('base64url')

/** Changes a client by compare-and-replace. If another writer changes the client first, `next` runs again. */
const changeClient = (
  { store, indexes, now }: { readonly store: ClientStore; readonly indexes: ClientIndex; readonly now: () => number },
  clientId: string,
  by: string,
  next: (client: Client) => Client | Refusal,
): Promise<ClientResult> =>
  untilDone(async () => {
    const record = await store.find(clientId)
    if (record === undefined) return { outcome: 'missing' }
    const before = readClient(record)
    const after = next(before)
    if ('outcome' in after) return after
    const client: Client = { ...after, version: before.version + 1, changedAt: now(), changedBy: by }
    const claim = await store.replace(record, {
      id: clientId,
      record: writeClient(client),
      redirectUris: client.redirectUris,
    })
    if (claim.outcome === 'changed') return 'again'
    if (claim.outcome !== 'done') return claim
    await indexes.update(client, before)
    return { outcome: 'done', client }
  })

/**
 * @param isPrivateAddress whether the egress guard would block logout notifications to this URI
 * @param forget deletes all other data about a decommissioned client
 * @param knownScopes every scope in the deployment; defaults to the six standard ones
 * @param serviceHosts host names of Portico, the panel, and the portal
 */
export function clientRegistry(
  store: ClientStore,
  indexes: ClientIndex,
  now: () => number,
  isPrivateAddress: IsPrivateAddress,
  forget: (clientId: string) => Promise<void> = async () => {},
  knownScopes?: readonly string[],
  serviceHosts?: readonly string[],
): ClientRegistry {
  const find = (clientId: string): Promise<Client | undefined> => findClient(store, clientId)
  const step = (clientId: string, by: string, next: (client: Client) => Client | Refusal): Promise<ClientResult> =>
    changeClient({ store, indexes, now }, clientId, by, next)

  const transition = (
    clientId: string,
    by: string,
    name: Transition,
    next: (client: Client) => Client,
  ): Promise<ClientResult> =>
    step(clientId, by, (client) => {
      const why = notAllowedReason(lifecycleOf(client, isPrivateAddress), name)
      if (why !== undefined) return { outcome: 'not-allowed', reason: why }
      const changed = next(client)
      return TRANSITIONS[name].also === 'new-epoch' ? { ...changed, epoch: newEpoch() } : changed
    })

  const create = async (draft: ClientDraft, by: string): Promise<ClientResult> => {
    const issues = clientIssues(fieldsOf(draft), isPrivateAddress, knownScopes, serviceHosts)
    return issues.length > 0 ? { outcome: 'invalid', issues } : addClient(store, indexes, now(), draft, by)
  }
  return {
    find,
    create,
    holderOf: (redirectUri) => store.holderOf(redirectUri),
    async list(after, limit) {
      const { records, total } = await store.list(after, limit)
      return { clients: records.map((record) => readClient(record)), total }
    },
    change: (clientId, version, draft, by) =>
      step(clientId, by, (client) => {
        const why = notAllowedReason(lifecycleOf(client, isPrivateAddress), 'change')
        if (why !== undefined) return { outcome: 'not-allowed', reason: why }
        if (client.version !== version) return { outcome: 'conflict', current: client }
        const next = editedClient(client, draft)
        const issues = clientIssues(next, isPrivateAddress, knownScopes, serviceHosts)
        return issues.length > 0 ? { outcome: 'invalid', issues } : next
      }),
    async rotateSecret(clientId, by) {
      const fresh: { secret?: string } = {}
      const result = await transition(clientId, by, 'rotate-secret', (client) => {
        fresh.secret = newSecret(client.environment)
        return { ...client, ...secretFields(fresh.secret, now()) }
      })
      return result.outcome === 'done' && fresh.secret !== undefined ? { ...result, secret: fresh.secret } : result
    },
    disable: (clientId, by) => transition(clientId, by, 'disable', (client) => ({ ...client, status: 'disabled' })),
    enable: (clientId, by) => transition(clientId, by, 'enable', (client) => ({ ...client, status: 'active' })),
    goLive: (clientId, by) => transition(clientId, by, 'go-live', (client) => ({ ...client, environment: 'live' })),
    revokeTokens: (clientId, by) => step(clientId, by, (client) => ({ ...client, epoch: newEpoch() })),
    async decommission(clientId, confirmation, _by) {
      const client = await find(clientId)
      if (client === undefined) return { outcome: 'missing' }
      const why = notAllowedReason(lifecycleOf(client, isPrivateAddress), 'decommission', confirmation)
      if (why !== undefined) return { outcome: 'not-allowed', reason: why }
      // Before, so that a crash leaves nothing that a later client with this ID would get; after, for what came since.
      await forget(clientId)
      if ((await store.remove(clientId)) === 'missing') return { outcome: 'missing' }
      await indexes.remove(client)
      await forget(clientId)
      return { outcome: 'done', client }
    },
  }
}

async function addClient(
  store: ClientStore,
  indexes: ClientIndex,
  now: number,
  draft: ClientDraft,
  by: string,
): Promise<ClientResult> {
  // The ID tokens of such a client would be for the resource servers.
  if (draft.clientId === RESOURCE_AUDIENCE) return { outcome: 'id-taken' }
  const hasSecret = draft.type === 'confidential' && draft.gate === undefined
  const secret = hasSecret ? newSecret(draft.environment) : undefined
  const client: Client = {
    ...draftedClient(draft),
    status: 'active',
    source: 'administrator',
    epoch: newEpoch(),
    ...(secret === undefined ? {} : secretFields(secret, now)),
    createdAt: now,
    changedAt: now,
    changedBy: by,
    version: 1,
  }
  const { clientId: id, redirectUris } = client
  const claim = await store.create({ id, record: writeClient(client), redirectUris })
  if (claim.outcome !== 'done') return claim
  await indexes.update(client)
  return { outcome: 'done', client, ...(secret === undefined ? {} : { secret }) }
}

export function secretFields(
  secret: string,
  now: number,
): Pick<Client, 'secretHash' | 'secretHint' | 'secretCreatedAt'> {
  return { secretHash: hashSecret(secret), secretHint: secret.slice(-4), secretCreatedAt: now }
}

export function lifecycleOf(client: Client, isPrivateAddress: IsPrivateAddress): LifecycleClient {
  const { postLogoutRedirectUris, backchannelLogoutUri, frontchannelLogoutUri, gate } = client
  const uris = [...postLogoutRedirectUris, backchannelLogoutUri, frontchannelLogoutUri, gate?.url]
  return {
    ...client,
    isGate: gate !== undefined,
    otherUris: uris.filter((uri) => uri !== undefined),
    hasPrivateLogoutAddress: backchannelLogoutUri !== undefined && isPrivateAddress(backchannelLogoutUri),
  }
}
