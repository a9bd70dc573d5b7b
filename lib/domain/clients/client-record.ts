import type { IdTokenClaims } from '../../../policies/claims.ts'
import type { ClientFields } from '../../../policies/client-registration.ts'
import type { ConsentMode } from '../../../policies/consent.ts'
import type { ClientStore } from '../../ports/clients.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** A registered client. */
export interface Client extends ClientFields {
  /** When users are asked for consent; `once`: per set of scopes, `trusted`: never. */
  readonly consent: ConsentMode
  /** If absent, the deployment's setting applies (policies/claims.ts). */
  readonly idTokenClaims?: IdTokenClaims
  /** Whether the portal lists the app. Set only if the environment's default is the opposite (policies/launcher.ts). */
  readonly listed?: boolean
  /** A disabled client gets `invalid_client`, and its tokens are inactive. */
  readonly status: 'active' | 'disabled'
  /** The panel can only change clients that an administrator created (D-C6, D-C7). */
  readonly source: 'administrator' | 'configuration' | 'service'
  /** Revocation version in token families; random, so an earlier client's tokens stay revoked if its ID is reused. */
  readonly epoch: string
  /** SHA-256 hash of the secret, base64url-encoded; absent for public clients and gated apps. */
  readonly secretHash?: string
  /** Last four characters of the secret, to tell two secrets apart. */
  readonly secretHint?: string
  /** Milliseconds since the epoch. */
  readonly secretCreatedAt?: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch. */
  readonly changedAt: number
  /** Who made the last change, such as an administrator's subject or `configuration`. */
  readonly changedBy: string
  /** Number of changes so far. Each edit specifies the version it is based on. */
  readonly version: number
}

export const writeClient = (client: Client): string => writeRecord(client)

const CACHE_MAX = 1_000
const parsed = new Map<string, Client>()

/** Parses a record (D-C4). Results are cached by the record's text, so a cached client is never stale. */
export function readClient(record: string): Client
export function readClient(record: string | undefined): Client | undefined
export function readClient(record: string | undefined): Client | undefined {
  if (record === undefined) return undefined
  let client = parsed.get(record)
  if (client === undefined) {
    if (parsed.size >= CACHE_MAX) parsed.clear()
    client = Object.freeze(readRecord<Client>(record))
    parsed.set(record, client)
  }
  return client
}

const CLIENT_ID_LENGTH_MAX = 63

/** The client with this ID. IDs of an impossible length are not looked up in the store. */
export async function findClient(
  clients: Pick<ClientStore, 'find'>,
  clientId: string | undefined,
): Promise<Client | undefined> {
  if (clientId === undefined || clientId === '' || clientId.length > CLIENT_ID_LENGTH_MAX) return undefined
  return readClient(await clients.find(clientId))
}
