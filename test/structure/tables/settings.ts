/** All settings, the environment variables of a process, and the codes of issues. */
import { CONFIG_ISSUES } from '../../../lib/config/issues/config-error.ts'
import { expectedOf } from '../../../lib/config/issues/explain.ts'
import { CONFIGURATION_SCHEMA } from '../../../lib/config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../../lib/config/schema/deployment-schema.json' with { type: 'json' }
import { type Setting, type SettingSchema, settingsOf } from '../../../lib/config/schema/setting-schema.ts'
import { code, type Parts, table } from './parts.ts'

export const SETTINGS: Parts = {
  settings: () => settingList(),
  issues: () =>
    table(
      ['code', 'meaning'],
      Object.entries(CONFIG_ISSUES).map(([name, meaning]) => [code(name), meaning]),
    ),
}

/** Those of the process in full; a setting is described where it is listed. */
export const VARIABLES: Parts = {
  variables: () =>
    settingsOf(DEPLOYMENT_SCHEMA)
      .map((setting) => entryOf({ ...setting, path: setting.schema.env ?? '' }, false))
      .join('\n'),
  'variables of settings': () =>
    table(
      ['variable', 'setting'],
      settingsOf(CONFIGURATION_SCHEMA).flatMap(({ path, schema: { env } }) =>
        env === undefined ? [] : [[code(env), code(path)]],
      ),
    ),
}

/** Each limit is one entry with both its numbers. */
const settingList = (): string =>
  settingsOf(CONFIGURATION_SCHEMA)
    .filter(({ path }) => !/\.(limit|windowSeconds)$/.test(path))
    .map((setting) => entryOf(setting))
    .join('\n')

function entryOf({ path, schema, isRequired }: Setting, hasVariable = true): string {
  const standard = isRequired ? 'required' : defaultOf(schema).replace(/^(?=.)/, 'default: ')
  const value = [valueOf(schema), standard, schema.env === undefined || !hasVariable ? '' : code(schema.env)]
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

/** Numbers and words are their own examples; the members of a group have theirs, and some values name one. */
const needsExample = ({ type, enum: words, properties, items, expected = '' }: SettingSchema): boolean =>
  words === undefined &&
  properties === undefined &&
  !expected.includes('such as') &&
  items?.properties === undefined &&
  !/^(?:integer|boolean)$/.test(`${type}`)

function defaultOf(schema: SettingSchema): string {
  if (schema.default === undefined) return schema.absent ?? ''
  const { limit, windowSeconds } = schema.properties ?? {}
  if (limit !== undefined) return json({ limit: limit.default, windowSeconds: windowSeconds?.default })
  return schema.properties === undefined ? json(schema.default) : ''
}

const json = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))
