/** Lists the current settings with their sources for the settings page and command line. Secrets are hidden. */
import type { Configuration } from './configuration.ts'
import { isPlainObject } from './data/plain-data.ts'
import { CONFIGURATION_SCHEMA } from './schema/configuration-schema.ts'
import type { SettingSchema } from './schema/setting-schema.ts'
import UPSTREAM from './schema/upstream-settings.json' with { type: 'json' }
import type { Source, Sources } from './sources/layers.ts'

export interface SettingLine {
  readonly path: string
  /** The value as JSON; for a secret or a list of entries, only the size. Undefined if the setting is absent. */
  readonly value: string | undefined
  /** The value in a structured form, for display; undefined if there is nothing to show. */
  readonly shown: DisplayValue | undefined
  /** The default, if the value differs from it. */
  readonly usual: DisplayValue | undefined
  /** Whether the value differs from the default. */
  readonly changed: boolean
  readonly source: Source
  readonly description: string
  /** Description of the group that contains the setting. */
  readonly about: string | undefined
}

export type DisplayValue =
  | { readonly kind: 'value'; readonly value: unknown; readonly unit?: string | undefined }
  /** Number of entries, or number of secrets. */
  | { readonly kind: 'entries' | 'hidden'; readonly count: number }

export function listSettings(configuration: Configuration, sources: Sources): readonly SettingLine[] {
  return linesOf(CONFIGURATION_SCHEMA, configuration, '', sources)
}

export type ConnectorSettings = Configuration['login']['upstreams'][number]

/** One connector's settings. Their sources are omitted, because all connectors come from the same source. */
export function listConnector(connector: ConnectorSettings): readonly SettingLine[] {
  return linesOf(UPSTREAM, connector, '', {})
}

function linesOf(schema: SettingSchema, values: unknown, prefix: string, sources: Sources): readonly SettingLine[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, setting]) => {
    const path = `${prefix}${key}`
    const value = isPlainObject(values) ? values[key] : undefined
    if (setting.properties !== undefined && isPlainObject(value)) return linesOf(setting, value, `${path}.`, sources)
    const source = sources[path] ?? sourceWithin(path, sources)
    const changed = source.from !== 'default' && JSON.stringify(value) !== JSON.stringify(setting.default)
    return [
      {
        path,
        value: printed(setting, value),
        shown: shownOf(setting, value),
        usual: changed && setting.properties === undefined ? shownOf(setting, setting.default) : undefined,
        changed,
        source,
        description: setting.description ?? '',
        about: schema.description,
      },
    ]
  })
}

function shownOf(setting: SettingSchema, value: unknown): DisplayValue | undefined {
  if (value === undefined) return undefined
  const count = Array.isArray(value) ? value.length : 1
  if (setting.writeOnly === true) return count === 0 ? undefined : { kind: 'hidden', count }
  if (Array.isArray(value) && setting.items?.properties !== undefined) return { kind: 'entries', count }
  return { kind: 'value', value, unit: setting.unit }
}

function printed(setting: SettingSchema, value: unknown): string | undefined {
  const shown = shownOf(setting, value)
  if (shown === undefined) return undefined
  if (shown.kind === 'hidden') return Array.isArray(value) ? `(${shown.count}, hidden)` : '(hidden)'
  return 'count' in shown ? `(${shown.count})` : JSON.stringify(shown.value)
}

// If a group is set to a single value (`rateLimits: false`), all its settings have the same source.
function sourceWithin(path: string, sources: Sources): Source {
  const member = Object.keys(sources).find((name) => name.startsWith(`${path}.`))
  return (member === undefined ? undefined : sources[member]) ?? { from: 'default' }
}
