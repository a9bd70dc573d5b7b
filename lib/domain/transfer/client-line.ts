import type { CheckedClient, ClientSettings } from '../../config/configuration.ts'
import { defined } from '../../config/data/defined.ts'
import CLIENT from '../../config/schema/client-settings.json' with { type: 'json' }
import type { SettingSchema } from '../../config/schema/setting-schema.ts'
import { CLIENT_FIELDS, CLIENT_KEYS } from '../clients/client-keys.ts'
import type { Client } from '../clients/client-record.ts'
import { newEpoch } from '../clients/registry.ts'
import { staticClient } from '../seed/static-clients.ts'
import SECRET_FIELDS from './client-line.json' with { type: 'json' }

/** A client in a file, without `type`. It has the same keys as in the configuration, plus the hash of its secret. */
export const CLIENT_LINE = { ...CLIENT, properties: { ...CLIENT.properties, ...SECRET_FIELDS } } satisfies SettingSchema

export interface ClientLine extends CheckedClient {
  readonly client_secret_sha256?: string
  readonly client_secret_hint?: string
}

export function clientOf(line: ClientLine, by: string, now: number): Client {
  const { client_secret_sha256: secretHash, client_secret_hint: secretHint, ...settings } = line
  const client = staticClient({
    ...settings,
    client_name: settings.client_name ?? settings.client_id,
  } as ClientSettings)
  return {
    ...client,
    ...defined({ secretHash, secretHint }),
    ...(secretHash === undefined && client.secretHash === undefined ? {} : { secretCreatedAt: now }),
    source: 'administrator',
    epoch: newEpoch(),
    createdAt: now,
    changedAt: now,
    changedBy: by,
    version: 1,
  }
}

export function clientLine(
  client: Client,
  hashes: 'with-hashes' | 'without-hashes',
): Readonly<Record<string, unknown>> {
  const { secretHash, secretHint, ownerEmail } = client
  const shown = { ...client, ownerEmail: ownerEmail === '' ? undefined : ownerEmail }
  return defined({
    type: 'client',
    ...Object.fromEntries(CLIENT_FIELDS.map((field) => [CLIENT_KEYS[field], shown[field]])),
    ...(hashes === 'without-hashes' ? {} : { client_secret_sha256: secretHash, client_secret_hint: secretHint }),
  })
}
