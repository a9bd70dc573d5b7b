/** All settings, the environment variables of a process, and the codes of issues. */
import { CONFIG_ISSUES } from '../../../lib/config/issues/config-error.ts'
import { expectedOf } from '../../../lib/config/issues/explain.ts'
import { CONFIGURATION_SCHEMA } from '../../../lib/config/schema/configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from '../../../lib/config/schema/deployment-schema.ts'
import { type Setting, type SettingSchema, settingsOf } from '../../../lib/config/schema/setting-schema.ts'
import { code, list, type Parts, table } from './parts.ts'

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
    const entries = settings.flatMap(({ env, description, absent, default: standard }) => {
      if (env === undefined) return []
      // Only a process has a default for it.
      const fallback = env === 'BASE_URL' ? '`http://localhost:` and `PORT`' : (absent ?? code(String(standard)))
      return [[code(env), `${description} Default: ${fallback}.`] as const]
    })
    return list(entries)
  },
}

/** Each limit is one entry with both its numbers. */
const settingList = (schema: SettingSchema): string =>
  settingsOf(schema)
    .filter(({ path }) => !/\.(limit|windowSeconds)$/.test(path))
    .map(entryOf)
    .join('\n')

function entryOf({ path, schema, isRequired }: Setting): string {
  const standard = isRequired ? 'required' : defaultOf(schema).replace(/^(?=.)/, 'default: ')
  const value = [valueOf(schema), standard, schema.env === undefined ? '' : code(schema.env)]
  const example = needsExample(schema) ? json(schema.examples?.[0]) : ''
  const more = example === '' || example === json(schema.default) ? '' : ` Example: ${example}.`
  const facts = value.filter((fact) => fact !== '').join('; ')
  return `- ${code(path)}${facts && ` (${facts})`}: ${schema.description}${more}`
}

/** Without what the default shows. */
const valueOf = (schema: SettingSchema): string =>
  schema.type === 'boolean' || schema.properties !== undefined
    ? ''
    : expectedOf(schema).replace(/^(?:a whole number from|a text of) /, '')

/** Numbers and words are their own examples; the members of a group have theirs. */
const needsExample = ({ type, enum: words, properties, items }: SettingSchema): boolean =>
  words === undefined &&
  properties === undefined &&
  items?.properties === undefined &&
  !/^(?:integer|boolean)$/.test(`${type}`)

function defaultOf(schema: SettingSchema): string {
  if (schema.default === undefined) return schema.absent ?? ''
  const { limit, windowSeconds } = schema.properties ?? {}
  if (limit !== undefined) return json({ limit: limit.default, windowSeconds: windowSeconds?.default })
  return schema.properties === undefined ? json(schema.default) : ''
}

const json = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))
