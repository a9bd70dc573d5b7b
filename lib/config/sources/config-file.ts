/** The JSON file that PORTICO_CONFIG names. If the value starts with {, it is the JSON itself. */

import { readJson } from '../data/json-text.ts'
import { describeReceived, isPlainObject, type PlainObject } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue, notJson } from '../issues/config-error.ts'
import type { Layer } from './layers.ts'
import { type ReadFile, readTextFile } from './variables.ts'

/** @param variable the variable that contains `value` */
export function readConfigFile(value: unknown, variable: string, readFile: ReadFile) {
  if (typeof value !== 'string') return reading({}, [], undefined)
  if (value.startsWith('{')) return readSettings(value, variable, variable)
  const content = readTextFile(variable, value, readFile, 'shown')
  return content.outcome === 'invalid'
    ? reading({}, [content.issue], value)
    : readSettings(content.text, variable, value)
}

function readSettings(text: string, variable: string, place: string) {
  const json = readJson(text)
  if (json.outcome === 'read' && isPlainObject(json.value)) {
    // `$schema` is not a setting: editors use it to find the schema.
    const { $schema: _schema, ...settings } = json.value
    return reading(settings, [], place)
  }
  const issue =
    json.outcome === 'read'
      ? configIssue('E1001', variable, 'an object', describeReceived(json.value, 'hidden'))
      : notJson(variable, json)
  return reading({}, [place === variable ? issue : { ...issue, origin: place }], place)
}

/** @param place the file or variable that contains the JSON; never the JSON itself, which may contain secrets */
function reading(settings: PlainObject, issues: readonly ConfigIssue[], place: string | undefined) {
  const layer: Layer = { settings, sourceOf: () => ({ from: 'file', name: place ?? '' }) }
  return { layer, issues, place }
}
