/** Generates TypeScript types from the schemas. Editors show each key's description, default, and example. */
import ACCOUNT from '../lib/config/schema/account-settings.json' with { type: 'json' }
import { CLIENT_SCHEMA as CLIENT, CONFIGURATION_SCHEMA } from '../lib/config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../lib/config/schema/deployment-schema.json' with { type: 'json' }
import type { SettingSchema, Settings } from '../lib/config/schema/setting-schema.ts'

/** `written`: settings as the host writes them, with optional keys. `checked`: validated settings with defaults. */
export type Form = 'written' | 'checked'

const INPUT = '/** Settings as a host writes them. Only `baseUrl` is required. */\n'
/** Editors show the comments of ConfigurationInput for an intersection with it. `unknown` leaves its types out. */
const COMMENTS = '{ readonly [Key in keyof ConfigurationInput]?: unknown }'

/** The types that `configuration.ts` exports; the build writes them to a file. */
export function settingTypes(): string {
  const inputs = new Map<SettingSchema, string>([
    [CLIENT, 'ClientInput | GatedClientInput'],
    [ACCOUNT, 'AccountInput'],
  ])
  const checked = new Map<SettingSchema, string>([
    [CLIENT, 'CheckedClient'],
    [ACCOUNT, 'AccountSettings'],
  ])
  const types = {
    ClientInput: typeOf(CLIENT, 'written'),
    // A gated app's redirect URI is derived from its URL.
    GatedClientInput: "Omit<ClientInput, 'redirect_uris' | 'client_secret'> & Required<Pick<ClientInput, 'gate'>>",
    AccountInput: typeOf(ACCOUNT, 'written'),
    ConfigurationInput: typeOf(CONFIGURATION_SCHEMA, 'written', inputs),
    CheckedClient: typeOf(CLIENT, 'checked'),
    AccountSettings: typeOf(ACCOUNT, 'checked'),
    CheckedSettings: `${typeOf(CONFIGURATION_SCHEMA, 'checked', checked)} & ${COMMENTS}`,
    Deployment: typeOf(DEPLOYMENT_SCHEMA, 'checked'),
  }
  return Object.entries(types)
    .map(([name, type]) => `${name === 'ConfigurationInput' ? INPUT : ''}export type ${name} = ${type}\n`)
    .join('\n')
}

/** A setting's TypeScript type. @param named schemas that have their own declarations, with their names */
export function typeOf(
  schema: SettingSchema,
  form: Form,
  named: ReadonlyMap<SettingSchema, string> = new Map(),
): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => `'${word}'`).join(' | ')
  const inner = (child: SettingSchema): string => named.get(child) ?? typeOf(child, form, named)
  const types: Readonly<Record<string, () => string>> = {
    string: () => wordsIn(schema.pattern) ?? 'string',
    integer: () => 'number',
    boolean: () => (schema.not === undefined ? 'boolean' : `${!schema.not.const}`),
    array: () => `readonly (${schema.items === undefined ? 'never' : inner(schema.items)})[]`,
    object: () =>
      schema.properties === undefined
        ? `{ readonly [name: string]: ${typeof schema.additionalProperties === 'object' ? inner(schema.additionalProperties) : 'never'} }`
        : `{\n${members(schema.properties, schema.required ?? [], form, inner)}}`,
  }
  return [schema.type]
    .flat()
    .map((type) => types[type]?.())
    .join(' | ')
}

/** The type of a string whose pattern is a list of words. */
const wordsIn = (pattern = ''): string | undefined =>
  /^\^\(\?:([a-z|]+)\)\$$/
    .exec(pattern)?.[1]
    ?.split('|')
    .map((word) => `'${word}'`)
    .join(' | ')

const members = (
  settings: Settings,
  required: readonly string[],
  form: Form,
  inner: (schema: SettingSchema) => string,
): string =>
  Object.entries(settings)
    .map(([key, schema]) => {
      const isPresent = required.includes(key) || (form === 'checked' && schema.default !== undefined)
      const type = inner(schema) + (isPresent || form === 'checked' ? '' : ' | undefined')
      const comment = form === 'written' ? commentOf(schema, required.includes(key)) : ''
      return `${comment}readonly ${key}${isPresent ? '' : '?'}: ${type}\n`
    })
    .join('')

function commentOf({ description = '', default: value, absent, unit, examples }: SettingSchema, isRequired: boolean) {
  const fallback = value === undefined ? (absent ?? 'none') : JSON.stringify(value)
  const lines = [
    description,
    ...(isRequired ? [] : [`@default ${fallback}${unit === undefined ? '' : ` (${unit})`}`]),
    ...(examples === undefined ? [] : [`@example ${JSON.stringify(examples[0])}`]),
  ]
  return `/**\n${lines.map((line) => ` * ${line.replaceAll('*/', '*\\/')}\n`).join('')} */\n`
}

/** The schema that editors use to validate the settings file. `init` creates a file that refers to it. */
export function editorSchema(): object {
  const { properties, ...schema } = CONFIGURATION_SCHEMA
  const whole = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of Portico',
    ...schema,
    properties: { $schema: { type: 'string' }, ...properties },
  }
  return JSON.parse(JSON.stringify(whole), (_, value) => {
    if (!Array.isArray(value?.required)) return value
    // Not required, because the value can come from an environment variable.
    const required = value.required.filter((name: string) => value.properties?.[name]?.env === undefined)
    return { ...value, required }
  })
}
