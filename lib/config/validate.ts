/** Checks settings against the schema, then against each other. `policies/` validates clients on registration. */

import { hostname } from 'node:os'
import { gateRedirectUri } from '../../policies/gate.ts'
import { checkAccounts } from './checks/accounts.ts'
import { appAddress, checkAddresses, checkRootSecret } from './checks/addresses.ts'
import { checkClients } from './checks/clients.ts'
import { checkAddressRanges, checkDirectory, checkGate, checkMail, checkSecondFactor } from './checks/groups.ts'
import { checkPages } from './checks/pages.ts'
import { checkScopes } from './checks/scopes.ts'
import { checkUpstreams } from './checks/upstreams.ts'
import type { CheckedSettings, Configuration } from './configuration.ts'
import { copyPlain, deepFreeze, isPlainObject, objectAt, textAt } from './data/plain-data.ts'
import { schemaErrors } from './data/schema-errors.ts'
import type { ConfigIssue } from './issues/config-error.ts'
import { explainErrors } from './issues/explain.ts'
import { CONFIGURATION_SCHEMA } from './schema/configuration-schema.ts'
import type { SettingSchema } from './schema/setting-schema.ts'

const CHECKS = [
  checkAddresses,
  checkRootSecret,
  checkClients,
  checkAccounts,
  checkScopes,
  checkPages,
  checkGate,
  checkMail,
  checkAddressRanges,
  checkUpstreams,
  checkDirectory,
  checkSecondFactor,
]

export type Checked =
  | { readonly outcome: 'valid'; readonly settings: Configuration }
  | { readonly outcome: 'invalid'; readonly issues: readonly ConfigIssue[] }

export function checkConfiguration(input: unknown): Checked {
  const data = withGateAddresses(normalizeSecret(copyPlain(input)))
  const shape = applySchema(CONFIGURATION_SCHEMA, data)
  const between = CHECKS.flatMap((check) => check(data)).filter(({ path }) =>
    shape.every((issue) => issue.path !== path),
  )
  const issues = [...shape, ...between].sort((one, other) => rankOf(one) - rankOf(other))
  return issues.length > 0
    ? { outcome: 'invalid', issues }
    : { outcome: 'valid', settings: deepFreeze(complete(data as CheckedSettings)) }
}

/** An issue's position in the error message. Issues follow the order of the documentation, with unknown keys last. */
function rankOf({ path }: ConfigIssue): number {
  const place = Object.keys(CONFIGURATION_SCHEMA.properties).indexOf(path.split(/[.[]/)[0] ?? '')
  return place < 0 ? Number.MAX_SAFE_INTEGER : place
}

/** Validates data and adds defaults in place. */
export const applySchema = (schema: SettingSchema, data: unknown): readonly ConfigIssue[] =>
  explainErrors(schemaErrors(schema, data), schema)

/** Splits a comma-separated string of root secrets into a list. */
function normalizeSecret(data: unknown): unknown {
  if (!isPlainObject(data)) return data
  const { secret, ...others } = data
  // If the configuration has been checked before and has no secret, it contains an empty list.
  if (Array.isArray(secret) && secret.length === 0) return others
  if (typeof secret !== 'string' || !secret.includes(',')) return data
  const parts = secret.split(',').map((part) => part.trim())
  return { ...data, secret: parts.filter((part) => part !== '') }
}

/** Derives a gated app's redirect URI from its URL. */
function withGateAddresses(data: unknown): unknown {
  if (!isPlainObject(data) || !Array.isArray(data.clients)) return data
  const clients = data.clients.map((client: unknown) => {
    const [url, id] = [textAt(objectAt(client, 'gate'), 'url'), textAt(client, 'client_id')]
    if (url === undefined || id === undefined || !isPlainObject(client) || Object.hasOwn(client, 'redirect_uris'))
      return client
    return { ...client, redirect_uris: [gateRedirectUri(url, id)] }
  })
  return { ...data, clients }
}

/** Completes the configuration with values that are derived from other settings. */
function complete(settings: CheckedSettings): Configuration {
  return {
    ...settings,
    secret: typeof settings.secret === 'string' ? [settings.secret] : (settings.secret ?? []),
    adminUrl: appAddress(settings, 'admin') ?? '',
    portalUrl: appAddress(settings, 'portal') ?? '',
    nodeName: settings.nodeName ?? `${hostname().split('.', 1)[0]}-${process.pid}`,
    clients: settings.clients.map((client) => ({ ...client, client_name: client.client_name ?? client.client_id })),
  }
}
