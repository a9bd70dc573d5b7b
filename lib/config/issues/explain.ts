/** Turns differences from the schema into messages that show both the expected and the received value. */
import { describeReceived } from '../data/plain-data.ts'
import { type SchemaError, typesOf } from '../data/schema-errors.ts'
import { type SettingSchema, settingsOf } from '../schema/setting-schema.ts'
import { type ConfigIssue, configIssue } from './config-error.ts'
import { nearestWord } from './suggestion.ts'

export function explainErrors(errors: readonly SchemaError[], root: SettingSchema): readonly ConfigIssue[] {
  const issues = errors.map((error) => explainError(error, root))
  // Several errors for one value (too short and not matching the pattern, for example) count as one issue.
  const isFirst = (issue: ConfigIssue, index: number) =>
    issues.findIndex((other) => other.path === issue.path && other.code === issue.code) === index
  return issues.filter(isFirst)
}

function explainError({ keyword, steps, schema, received, key, original }: SchemaError, root: SettingSchema) {
  const path = steps.reduce(memberPath, '')
  if (keyword === 'additionalProperties') return explainUnknown(path, key, schema, root)
  if (keyword === 'required') return explainMissing(path, key, schema)
  if (keyword === 'uniqueItems')
    return configIssue('E1005', `${path}[${key}]`, 'each entry once', `the same as ${path}[${original}]`)
  const isSecret = schema.writeOnly === true
  const isContainer = (['array', 'object'] as const).some((type) => typesOf(schema).includes(type))
  return configIssue(
    isSecret && keyword === 'minLength' ? 'E1003' : 'E1001',
    path === '' ? 'configuration' : path,
    expectedOf(schema),
    describeReceived(received, isSecret || (isContainer && typeof received === 'string') ? 'hidden' : 'shown'),
    hintFor(schema, received, path) ?? schema.hint,
  )
}

function explainMissing(parent: string, key: string, schema: SettingSchema): ConfigIssue {
  const child = schema.properties?.[key]
  const expected = child === undefined ? 'a value' : expectedOf(child)
  return configIssue('E1004', memberPath(parent, key), expected, 'nothing', child?.hint)
}

function explainUnknown(parent: string, key: string, schema: SettingSchema, root: SettingSchema): ConfigIssue {
  const siblings = Object.keys(schema.properties ?? {})
  const near = nearestWord(key, siblings)
  const namesake = settingsOf(root).find((setting) => setting.path.split('.').at(-1) === key)
  const meant = near === undefined ? namesake?.path : memberPath(parent, near)
  const hint = meant === undefined ? `known here: ${siblings.join(', ')}` : `did you mean ${meant}?`
  return configIssue('E1002', memberPath(parent, key), 'a known key', 'an unknown key', hint)
}

/** Describes the expected value in words. */
export function expectedOf(schema: SettingSchema): string {
  if (schema.expected !== undefined) return schema.expected
  if (schema.enum !== undefined)
    return schema.enum
      .map((word) => `"${word}"`)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ')
  if (schema.type === 'integer') return `a whole number from ${schema.minimum ?? 0} to ${schema.maximum ?? 'any'}`
  if (schema.type === 'string')
    return `a text of ${schema.minLength ?? 0} to ${schema.maxLength ?? 'any number of'} characters`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'array') return `a list of ${schema.items === undefined ? 'entries' : expectedOf(schema.items)}`
  return 'an object'
}

function hintFor(schema: SettingSchema, value: unknown, path: string): string | undefined {
  if (typeof value !== 'string') return undefined
  if (schema.enum !== undefined) {
    const near = nearestWord(value, schema.enum)
    return near === undefined ? undefined : `did you mean "${near}"?`
  }
  if (schema.type === 'boolean') return /^(true|false)$/.test(value) ? 'write it without quotes' : undefined
  if (schema.type !== 'integer') return undefined
  if (/^\d+$/.test(value)) return 'write it without quotes'
  const [, amount, unit] = /^(\d+)\s*([smhd])$/.exec(value) ?? []
  if (amount === undefined || !/seconds|^lifetimes\./i.test(path)) return undefined
  return `write ${Number(amount) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit as 's' | 'm' | 'h' | 'd']}: seconds, as a number`
}

/** Quotes unusual keys, so that control characters in a file cannot reach the terminal. */
export function memberPath(parent: string, key: string): string {
  if (/^\d+$/.test(key)) return `${parent}[${key}]`
  if (!/^[\w-]{1,80}$/.test(key)) return `${parent}[${describeReceived(key, 'shown')}]`
  return parent === '' ? key : `${parent}.${key}`
}
