/**
 * Checks settings and completes them: the schema first, then what holds between settings; every fault at once.
 * `policies/` judge the contents of clients afterwards, where clients are registered.
 */

import { Ajv, type ValidateFunction } from 'ajv'
import { checkAccounts } from './checks/accounts.ts'
import { checkAddressRanges } from './checks/address-ranges.ts'
import { appAddress, checkAddresses } from './checks/addresses.ts'
import { checkClients } from './checks/clients.ts'
import { checkPages } from './checks/pages.ts'
import { checkRootSecret } from './checks/root-secret.ts'
import { ConfigError, type ConfigIssue } from './config-error.ts'
import type { Configuration } from './configuration.ts'
import { explainFaults } from './explain.ts'
import { copyPlain, deepFreeze, isPlainObject } from './plain-data.ts'
import type { ClientSettings } from './registrations.ts'
import { CONFIGURATION_SCHEMA } from './schema.ts'
import type { SettingSchema } from './setting-schema.ts'

const CHECKS = [checkAddresses, checkRootSecret, checkClients, checkAccounts, checkPages, checkAddressRanges]

export type Checked<Settings> =
  | { readonly outcome: 'valid'; readonly settings: Settings }
  | { readonly outcome: 'invalid'; readonly issues: readonly ConfigIssue[] }

/** @throws ConfigError with every fault */
export function validateConfiguration(input: unknown): Configuration {
  const checked = checkConfiguration(input)
  if (checked.outcome === 'invalid') throw new ConfigError(checked.issues)
  return checked.settings
}

/** The same as a verdict, for callers that have more faults to tell. */
export function checkConfiguration(input: unknown): Checked<Configuration> {
  const data = normalizeSecret(copyPlain(input))
  const faults = applySchema(CONFIGURATION_SCHEMA, data)
  const further = CHECKS.flatMap((check) => check(data)).filter((issue) =>
    faults.every((fault) => fault.path !== issue.path),
  )
  const issues = [...faults, ...further].sort((one, other) => rankOf(one) - rankOf(other))
  return issues.length > 0 ? { outcome: 'invalid', issues } : { outcome: 'valid', settings: deepFreeze(complete(data)) }
}

/** Faults are told in the order of the documentation, unknown keys last. */
function rankOf({ path }: ConfigIssue): number {
  const place = Object.keys(CONFIGURATION_SCHEMA.properties).indexOf(path.split(/[.[]/)[0] ?? '')
  return place < 0 ? Number.MAX_SAFE_INTEGER : place
}

const compiled = new WeakMap<SettingSchema, ValidateFunction>()

/** Judges data by a schema and fills in its defaults, in place. */
export function applySchema(schema: SettingSchema, data: unknown): readonly ConfigIssue[] {
  const judge = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, judge)
  return judge(data) ? [] : explainFaults(judge.errors ?? [], schema)
}

function compile(schema: SettingSchema): ValidateFunction {
  const ajv = new Ajv({
    strict: true,
    strictTypes: true,
    strictRequired: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    useDefaults: true,
    ownProperties: true,
  })
  ajv.addVocabulary(['absent', 'expected', 'hint', 'env'])
  return ajv.compile(schema)
}

/** Several secrets in one text, as an environment variable has them, count the same wherever the text comes from. */
function normalizeSecret(data: unknown): unknown {
  if (!isPlainObject(data)) return data
  const { secret, ...others } = data
  // None at all is what a checked configuration without a secret says when it is checked again.
  if (Array.isArray(secret) && secret.length === 0) return others
  if (typeof secret !== 'string' || !secret.includes(',')) return data
  return {
    ...data,
    secret: secret
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  }
}

/** What the schema vouches for; the rest follows from other settings. */
type SchemaValid = Omit<Configuration, 'secret' | 'clients'> & {
  readonly secret?: string | readonly string[]
  readonly clients: readonly UnnamedClient[]
}

type UnnamedClient = Omit<ClientSettings, 'client_name'> & Partial<Pick<ClientSettings, 'client_name'>>

function completeClient(client: UnnamedClient): ClientSettings {
  return { ...client, client_name: client.client_name ?? client.client_id }
}

function complete(data: unknown): Configuration {
  const settings = data as SchemaValid
  return {
    ...settings,
    secret: typeof settings.secret === 'string' ? [settings.secret] : (settings.secret ?? []),
    adminUrl: appAddress(settings, 'admin') ?? '',
    portalUrl: appAddress(settings, 'portal') ?? '',
    clients: settings.clients.map(completeClient),
  }
}
