/**
 * The subset of JSON Schema (draft 7) that the settings use, with `absent`, `expected`, `hint`, `unit` and `env` added.
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
  /** Schema of keys that the host names; `false`: none are allowed. */
  readonly additionalProperties?: false | SettingSchema
  readonly maxProperties?: number
  /** The value is a secret: only its kind and length are printed. */
  readonly writeOnly?: true
  /** Meaning of an absent optional key that has no default. */
  readonly absent?: string
  /** Expected value in words, for patterns that readers would not understand. */
  readonly expected?: string
  /** How to fix a wrong or missing value. */
  readonly hint?: string
  /** Unit of a duration. */
  readonly unit?: 'seconds' | 'days'
  /** The environment variable that sets the key. */
  readonly env?: string
}

/** An object that has no other keys than its settings. */
export const CLOSED = { type: 'object', additionalProperties: false } as const satisfies SettingSchema

/** Settings under one key. The key is optional: each member has a default or a defined meaning when absent. */
export const GROUP = { ...CLOSED, default: {} } as const satisfies SettingSchema

/** By key. */
export type Settings = Readonly<Record<string, SettingSchema>>

export interface Setting {
  /** `lifetimes.accessToken`, `clients[].client_id` */
  readonly path: string
  readonly schema: SettingSchema
  readonly isRequired: boolean
}

/** Every key of a schema: groups before their members, members of list entries included. */
export function settingsOf(schema: SettingSchema, prefix = ''): readonly Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const path = `${prefix}${key}`
    const isRequired = schema.required?.includes(key) ?? false
    const entries = child.items === undefined ? [] : settingsOf(child.items, `${path}[].`)
    const named = child.additionalProperties ? settingsOf(child.additionalProperties, `${path}.NAME.`) : []
    return [{ path, schema: child, isRequired }, ...settingsOf(child, `${path}.`), ...entries, ...named]
  })
}
