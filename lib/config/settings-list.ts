/** The configuration in force, for the settings page and the command line: every value with its source, secrets hidden. */
import type { Configuration } from './configuration.ts'
import { isPlainObject } from './data/plain-data.ts'
import { CONFIGURATION_SCHEMA } from './schema/configuration-schema.ts'
import type { SettingSchema } from './schema/setting-schema.ts'
import type { Source, Sources } from './sources/layers.ts'

export interface SettingLine {
  readonly path: string
  /** As JSON; a secret or a list of entries only by its size; undefined when the setting is not there. */
  readonly value: string | undefined
  readonly source: Source
  readonly description: string
}

export function listSettings(configuration: Configuration, sources: Sources): readonly SettingLine[] {
  return linesOf(CONFIGURATION_SCHEMA, configuration, '', sources)
}

function linesOf(schema: SettingSchema, values: unknown, prefix: string, sources: Sources): readonly SettingLine[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, setting]) => {
    const path = `${prefix}${key}`
    const value = isPlainObject(values) ? values[key] : undefined
    if (setting.properties !== undefined && isPlainObject(value)) return linesOf(setting, value, `${path}.`, sources)
    const source = sources[path] ?? sourceWithin(path, sources)
    return [{ path, value: printed(setting, value), source, description: setting.description ?? '' }]
  })
}

function printed(setting: SettingSchema, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && setting.writeOnly === true)
    return value.length === 0 ? undefined : `(${value.length}, hidden)`
  if (setting.writeOnly === true) return '(hidden)'
  return Array.isArray(value) && setting.items?.properties !== undefined ? `(${value.length})` : JSON.stringify(value)
}

// `rateLimits: false` stands for all its members, and they share one source.
function sourceWithin(path: string, sources: Sources): Source {
  const member = Object.keys(sources).find((name) => name.startsWith(`${path}.`))
  return (member === undefined ? undefined : sources[member]) ?? { from: 'default' }
}
