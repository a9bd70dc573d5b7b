/**
 * The tables of lib/config/README.md: every setting, and the codes of issues. Run as a program it writes them:
 * node dist/test/config/settings-table.js
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONFIG_ISSUES } from '../../lib/config/issues/config-error.ts'
import { expectedOf } from '../../lib/config/issues/explain.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from '../../lib/config/schema/deployment-schema.ts'
import { type Setting, type SettingSchema, settingsOf } from '../../lib/config/schema/setting-schema.ts'
import { type Row, replaceTables, table } from '../support/written-tables.ts'

export const SETTINGS_README = 'lib/config/README.md'

/** The text of that README with the tables of today. */
export function withSettingsTables(readme: string): string {
  return replaceTables(readme, 'test/config/settings-table.ts', {
    settings: () => tableOf(CONFIGURATION_SCHEMA),
    'settings of the process': () => tableOf(DEPLOYMENT_SCHEMA),
    issues: () =>
      table(
        ['code', 'meaning'],
        Object.entries(CONFIG_ISSUES).map(([name, meaning]) => [`\`${name}\``, meaning]),
      ),
  })
}

function tableOf(schema: SettingSchema): string {
  // Each limit is one row with both its numbers.
  const rows = settingsOf(schema)
    .filter(({ path }) => !/\.(limit|windowSeconds)$/.test(path))
    .map(rowOf)
  return table(['key', 'meaning', 'takes', 'default', 'example', 'variable'], rows)
}

function rowOf({ path, schema, isRequired }: Setting): Row {
  return [
    `\`${path}\``,
    schema.description ?? '',
    expectedOf(schema),
    isRequired ? 'required' : defaultOf(schema),
    // A group's members have examples of their own.
    schema.properties === undefined && schema.items?.properties === undefined ? code(schema.examples?.[0]) : '',
    schema.env === undefined ? '' : `\`${schema.env}\``,
  ]
}

function defaultOf(schema: SettingSchema): string {
  if (schema.default === undefined) return schema.absent ?? ''
  const { limit, windowSeconds } = schema.properties ?? {}
  if (limit !== undefined) return code({ limit: limit.default, windowSeconds: windowSeconds?.default })
  return schema.properties === undefined ? code(schema.default) : 'as below'
}

function code(value: unknown): string {
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeFileSync(SETTINGS_README, withSettingsTables(readFileSync(SETTINGS_README, 'utf8')))
}
