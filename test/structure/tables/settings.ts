/** All settings, the environment variables of a process, and the codes of issues. */
import { CONFIG_ISSUES } from '../../../lib/config/issues/config-error.ts'
import { expectedOf } from '../../../lib/config/issues/explain.ts'
import { CONFIGURATION_SCHEMA } from '../../../lib/config/schema/configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from '../../../lib/config/schema/deployment-schema.ts'
import { type Setting, type SettingSchema, settingsOf } from '../../../lib/config/schema/setting-schema.ts'
import { code, type Parts, table } from './parts.ts'

export const SETTINGS: Parts = {
  settings: () => settingList(CONFIGURATION_SCHEMA),
  'settings of the process': () => settingList(DEPLOYMENT_SCHEMA),
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

/** Each limit is one entry with both its numbers. */
const settingList = (schema: SettingSchema): string =>
  settingsOf(schema)
    .filter(({ path }) => !/\.(limit|windowSeconds)$/.test(path))
    .map(entryOf)
    .join('\n')

function entryOf({ path, schema, isRequired }: Setting): string {
  // A group's members have separate examples.
  const isGroup = schema.properties !== undefined || schema.items?.properties !== undefined
  const facts = [
    `Value: ${expectedOf(schema)}`,
    isRequired ? 'Required' : `Default: ${defaultOf(schema)}`,
    isGroup ? '' : `Example: ${json(schema.examples?.[0])}`,
    schema.env === undefined ? '' : `Variable: ${code(schema.env)}`,
  ]
  return `- ${code(path)}: ${schema.description} ${facts.filter((fact) => !/^(?:\w+: )?$/.test(fact)).join('. ')}.`
}

function defaultOf(schema: SettingSchema): string {
  if (schema.default === undefined) return schema.absent ?? ''
  const { limit, windowSeconds } = schema.properties ?? {}
  if (limit !== undefined) return json({ limit: limit.default, windowSeconds: windowSeconds?.default })
  return schema.properties === undefined ? json(schema.default) : 'as below'
}

const json = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))
