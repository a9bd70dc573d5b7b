/** The reference of all settings, as the README has it: made from the schema, so that it cannot lag behind. */
import { CONFIG_ISSUES } from './config-error.ts'
import { expectedOf } from './explain.ts'
import { CONFIGURATION_SCHEMA, DEPLOYMENT_SCHEMA } from './schema.ts'
import { type Setting, type SettingSchema, settingsOf } from './setting-schema.ts'

const BEGIN = '<!-- configurationTable() begins -->'
const END = '<!-- configurationTable() ends -->'

/** The text of a README with the table of today between its two marks. */
export function withConfigurationTable(readme: string): string {
  const begin = readme.indexOf(BEGIN)
  const end = readme.indexOf(END)
  if (begin < 0 || end < begin) throw new Error('the readme lacks the marks of the configuration table')
  return `${readme.slice(0, begin)}${BEGIN}\n\n${configurationTable()}\n${readme.slice(end)}`
}

/** Markdown: settings of the service, of the process, and the codes of faults. */
export function configurationTable(): string {
  return [
    '### Settings of the service',
    '',
    ...tableOf(CONFIGURATION_SCHEMA),
    '',
    '### Settings of the process',
    '',
    'Environment variables only.',
    '',
    ...tableOf(DEPLOYMENT_SCHEMA),
    '',
    '### Faults',
    '',
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(CONFIG_ISSUES).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    '',
  ].join('\n')
}

function tableOf(schema: SettingSchema): readonly string[] {
  return [
    '| key | meaning | takes | default | example | variable |',
    '|---|---|---|---|---|---|',
    // Each limit is one row with both its numbers.
    ...settingsOf(schema)
      .filter(({ path }) => !/\.(limit|windowSeconds)$/.test(path))
      .map(rowOf),
  ]
}

function rowOf({ path, schema, isRequired }: Setting): string {
  const cells = [
    `\`${path}\``,
    schema.description ?? '',
    expectedOf(schema),
    isRequired ? 'required' : defaultOf(schema),
    // A group's members have examples of their own.
    schema.properties === undefined && schema.items?.properties === undefined ? code(schema.examples?.[0]) : '',
    schema.env === undefined ? '' : `\`${schema.env}\``,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
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
