/** All settings, the environment variables of a process, and the codes of issues. */
import { CONFIG_ISSUES } from '../../../lib/config/issues/config-error.ts'
import { expectedOf } from '../../../lib/config/issues/explain.ts'
import { CONFIGURATION_SCHEMA } from '../../../lib/config/schema/configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from '../../../lib/config/schema/deployment-schema.ts'
import { type Setting, type SettingSchema, settingsOf } from '../../../lib/config/schema/setting-schema.ts'
import { code, type Parts, type Row, table } from './parts.ts'

export const SETTINGS: Parts = {
  settings: () => settingsTable(CONFIGURATION_SCHEMA),
  'settings of the process': () => settingsTable(DEPLOYMENT_SCHEMA),
  issues: () =>
    table(
      ['code', 'meaning'],
      Object.entries(CONFIG_ISSUES).map(([name, meaning]) => [code(name), meaning]),
    ),
}

export const VARIABLES: Parts = {
  variables() {
    const settings: readonly SettingSchema[] = [
      ...Object.values(DEPLOYMENT_SCHEMA.properties),
      ...Object.values(CONFIGURATION_SCHEMA.properties),
    ]
    const rows = settings.flatMap(({ env, description, absent, default: standard }) => {
      if (env === undefined) return []
      // Only a process has a default for it.
      const fallback = env === 'BASE_URL' ? '`http://localhost:` and `PORT`' : (absent ?? code(String(standard)))
      return [[code(env), description ?? '', fallback]]
    })
    return table(['variable', 'meaning', 'default'], rows)
  },
}

function settingsTable(schema: SettingSchema): string {
  // Each limit is one row with both its numbers.
  const rows = settingsOf(schema)
    .filter(({ path }) => !/\.(limit|windowSeconds)$/.test(path))
    .map(rowOf)
  return table(['key', 'meaning', 'takes', 'default', 'example', 'variable'], rows)
}

function rowOf({ path, schema, isRequired }: Setting): Row {
  return [
    code(path),
    schema.description ?? '',
    expectedOf(schema),
    isRequired ? 'required' : defaultOf(schema),
    // A group's members have separate examples.
    schema.properties === undefined && schema.items?.properties === undefined ? json(schema.examples?.[0]) : '',
    schema.env === undefined ? '' : code(schema.env),
  ]
}

function defaultOf(schema: SettingSchema): string {
  if (schema.default === undefined) return schema.absent ?? ''
  const { limit, windowSeconds } = schema.properties ?? {}
  if (limit !== undefined) return json({ limit: limit.default, windowSeconds: windowSeconds?.default })
  return schema.properties === undefined ? json(schema.default) : 'as below'
}

const json = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))
