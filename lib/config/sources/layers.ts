/** Merges settings from several sources. Code takes precedence over the environment, the file, and the defaults. */

import { isPlainObject, memberAt, type PlainObject } from '../data/plain-data.ts'
import { type SettingSchema, settingsOf } from '../schema/setting-schema.ts'

export interface Source {
  readonly from: 'code' | 'env' | 'file' | 'default'
  /** Name of the variable, or path to the file, that contains the setting. */
  readonly name?: string
}

/** Keys are setting paths, such as `lifetimes.accessToken` or `clients`. All entries of a list have the same source. */
export type Sources = Readonly<Record<string, Source>>

export interface Layer {
  readonly settings: PlainObject
  /** The source of the setting at this path. */
  readonly sourceOf: (path: string) => Source
}

/** Merges groups key by key, but replaces lists and scalars. The highest-priority layer comes first. */
export function mergeLayers(layers: readonly Layer[]): PlainObject {
  return layers.map((layer) => layer.settings).reduce((stronger, weaker) => merge(stronger, weaker) as PlainObject, {})
}

function merge(stronger: unknown, weaker: unknown): unknown {
  if (stronger === undefined) return weaker
  if (!isPlainObject(stronger) || !isPlainObject(weaker)) return stronger
  const keys = new Set([...Object.keys(weaker), ...Object.keys(stronger)])
  return Object.fromEntries([...keys].map((key) => [key, merge(memberAt(stronger, key), memberAt(weaker, key))]))
}

/** The source of the setting at this path, from the highest-priority layer that contains it. */
export function sourceOf(path: string, layers: readonly Layer[]): Source {
  const steps = path.replace(/\[.*$/s, '').split('.')
  const layer = layers.find(({ settings }) => speaksOf(settings, steps))
  return layer?.sourceOf(steps.join('.')) ?? { from: 'default' }
}

// If a group is set to a single value (`rateLimits: false`), that value applies to all its members.
function speaksOf(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined || !isPlainObject(value)) return value !== undefined
  return speaksOf(memberAt(value, step), rest)
}

export function sourcesOf(schema: SettingSchema, layers: readonly Layer[]): Sources {
  const single = settingsOf(schema).filter(
    (setting) => setting.schema.properties === undefined && !setting.path.includes('[]'),
  )
  return Object.fromEntries(single.map(({ path }) => [path, sourceOf(path, layers)]))
}
