/**
 * The subset of JSON Schema (draft 7) that the settings use, plus `absent`, `expected`, `hint`, `unit`, and `env`.
 * The build validates the settings' JSON files.
 */
export interface SettingSchema {
  readonly type: string | readonly string[]
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
  /** Schema for keys that the host chooses; `false` if no other keys are allowed. */
  readonly additionalProperties?: boolean | SettingSchema
  readonly maxProperties?: number
  /** The value is a secret, so only its kind and length are printed. */
  readonly writeOnly?: boolean
  /** What it means when an optional key without a default is absent. */
  readonly absent?: string
  /** The expected value in words, for patterns that readers would not understand. */
  readonly expected?: string
  /** How to fix an invalid or missing value. */
  readonly hint?: string
  /** Unit of a duration: `seconds` or `days`. */
  readonly unit?: string
  /** The environment variable that sets the key. */
  readonly env?: string
}

/** An object that allows no keys other than its settings. */
export const CLOSED = { type: 'object', additionalProperties: false } as const satisfies SettingSchema

/** Settings under one optional key. Each member has a default or a defined meaning when it is absent. */
export const GROUP = { ...CLOSED, default: {} } as const satisfies SettingSchema

/** Schemas by key. */
export type Settings = Readonly<Record<string, SettingSchema>>

export interface Setting {
  /** For example `lifetimes.accessToken` or `clients[].client_id`. */
  readonly path: string
  readonly schema: SettingSchema
  readonly isRequired: boolean
}

/** Every key in a schema, including members of list entries; groups come before their members. */
export function settingsOf(schema: SettingSchema, prefix = ''): readonly Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const path = `${prefix}${key}`
    const isRequired = schema.required?.includes(key) ?? false
    const entries = child.items === undefined ? [] : settingsOf(child.items, `${path}[].`)
    const named =
      typeof child.additionalProperties === 'object' ? settingsOf(child.additionalProperties, `${path}.NAME.`) : []
    return [{ path, schema: child, isRequired }, ...settingsOf(child, `${path}.`), ...entries, ...named]
  })
}
