/**
 * Environment variables, as listed in the schema (`env`). Each can be set as NAME_FILE instead, for secrets that
 * containers mount as files. An empty variable counts as unset, because compose files cannot omit one.
 */

import { NotText } from '../data/file-text.ts'
import { type Disclosure, describeReceived, type PlainObject } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { systemErrorCode } from '../issues/system-error.ts'
import type { SettingSchema } from '../schema/setting-schema.ts'
import type { Layer, Source } from './layers.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** Returns a file's text, or throws. */
export type ReadFile = (path: string) => string

export interface LayerReading {
  readonly layer: Layer
  readonly issues: readonly ConfigIssue[]
}

type Variable =
  | { readonly outcome: 'given'; readonly name: string; readonly text: string }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'invalid'; readonly issue: ConfigIssue }

export type FileReading =
  | { readonly outcome: 'read'; readonly text: string }
  | { readonly outcome: 'invalid'; readonly issue: ConfigIssue }

export function readVariables(schema: SettingSchema, env: Variables, readFile: ReadFile): LayerReading {
  const issues: ConfigIssue[] = []
  const names = new Map<string, string>()
  const read = (members: SettingSchema['properties'] = {}, group = ''): PlainObject =>
    Object.fromEntries(
      Object.entries(members).flatMap(([key, setting]): [string, unknown][] => {
        const variable = readVariable(setting, env, readFile)
        if (variable.outcome === 'invalid') issues.push(variable.issue)
        if (variable.outcome === 'given') {
          names.set(group + key, variable.name)
          return [[key, valueOf(variable.text, setting)]]
        }
        const inside = group === '' ? read(setting.properties, `${key}.`) : {}
        return Object.keys(inside).length === 0 ? [] : [[key, inside]]
      }),
    )
  const settings = read(schema.properties)
  const sourceOf = (path: string): Source => ({
    from: 'env',
    name: names.get(path) ?? names.get(groupOf(path)) ?? path,
  })
  return { issues, layer: { settings, sourceOf } }
}

const groupOf = (path: string): string => path.split('.')[0] ?? ''

export function readVariable({ env: name, writeOnly }: SettingSchema, env: Variables, readFile: ReadFile): Variable {
  if (name === undefined) return { outcome: 'absent' }
  const text = env[name]?.trim() ?? ''
  const path = env[`${name}_FILE`]?.trim() ?? ''
  if (path === '') return text === '' ? { outcome: 'absent' } : { outcome: 'given', name, text }
  if (text !== '')
    return { outcome: 'invalid', issue: configIssue('E1007', name, `one of ${name} and ${name}_FILE`, 'both') }
  // Hides the path of a secret's file, because it might be the secret itself, entered by mistake.
  const content = readTextFile(`${name}_FILE`, path, readFile, writeOnly === true ? 'hidden' : 'shown')
  return content.outcome === 'invalid' ? content : { outcome: 'given', name: `${name}_FILE`, text: content.text.trim() }
}

/** Reads the file that a variable names. Rejects an empty file, which usually means that a mount failed. */
export function readTextFile(variable: string, path: string, readFile: ReadFile, disclosure: Disclosure): FileReading {
  const place = describeReceived(path, disclosure)
  try {
    const text = readFile(path)
    if (text.trim() !== '') return { outcome: 'read', text }
    return { outcome: 'invalid', issue: unreadableFile(variable, place, 'an empty file') }
  } catch (error) {
    return { outcome: 'invalid', issue: unreadableFile(variable, place, error) }
  }
}

/** @param reason text, or the error that reading the file threw */
export function unreadableFile(variable: string, place: string, reason: unknown): ConfigIssue {
  const words = reason instanceof NotText ? reason.message : (systemErrorCode(reason) ?? 'which cannot be read')
  const received = `${place}, ${typeof reason === 'string' ? reason : words}`
  return configIssue('E1008', variable, 'the path of a file that can be read', received)
}

// An invalid number stays a string, and schema validation reports it.
function valueOf(text: string, setting: SettingSchema): unknown {
  return setting.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text
}
