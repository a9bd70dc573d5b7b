/**
 * The part of JSON Schema (draft 7) that the settings use. `absent`, `expected`, `hint`, `unit` and `env` are annotations of our
 * own: they feed the messages, the tables in README.md and the reading of environment variables.
 */
export type SettingType = 'string' | 'integer' | 'boolean' | 'array' | 'object'

export interface SettingSchema {
  readonly type: SettingType | readonly SettingType[]
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly enum?: readonly string[]
  readonly not?: { readonly const: unknown }
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly items?: SettingSchema
  readonly properties?: Settings
  readonly required?: readonly string[]
  /** What stands under names of the host's own; `false`: nothing does. */
  readonly additionalProperties?: false | SettingSchema
  readonly maxProperties?: number
  /** The value is a secret: it is never printed, only its kind and length. */
  readonly writeOnly?: true
  /** What it means that an optional key without a default is not there. */
  readonly absent?: string
  /** What is expected, in words, where a pattern would not help a reader. */
  readonly expected?: string
  /** What to do about a wrong or missing value. */
  readonly hint?: string
  /** What a number counts, where it is a time. */
  readonly unit?: 'seconds' | 'days'
  /** The environment variable that sets the key. */
  readonly env?: string
}

/** Settings under one key. It may be left out, because each member has a default or means something by its absence. */
export const GROUP = { type: 'object', additionalProperties: false, default: {} } as const satisfies SettingSchema

/** By key. */
export type Settings = Readonly<Record<string, SettingSchema>>

export interface Setting {
  /** `lifetimes.accessToken`, `clients[].client_id` */
  readonly path: string
  readonly schema: SettingSchema
  readonly isRequired: boolean
}

/** Every key of a schema, groups before their members, members of list entries included. */
export function settingsOf(schema: SettingSchema, prefix = ''): readonly Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const path = `${prefix}${key}`
    const isRequired = schema.required?.includes(key) ?? false
    const entries = child.items === undefined ? [] : settingsOf(child.items, `${path}[].`)
    const named = child.additionalProperties ? settingsOf(child.additionalProperties, `${path}.NAME.`) : []
    return [{ path, schema: child, isRequired }, ...settingsOf(child, `${path}.`), ...entries, ...named]
  })
}
