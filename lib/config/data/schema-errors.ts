/** Evaluates data by a schema of settings: the part of JSON Schema that `SettingSchema` declares, and nothing else. */
import { isDeepStrictEqual } from 'node:util'
import type { SettingSchema } from '../schema/setting-schema.ts'

/** One place where data differs from its schema. */
export interface SchemaError {
  /** The violated keyword; `type` for every violation of the value itself that needs no other message. */
  readonly keyword: 'type' | 'minLength' | 'additionalProperties' | 'required' | 'uniqueItems'
  /** Keys and indexes that lead to the value. */
  readonly steps: readonly string[]
  readonly schema: SettingSchema
  readonly received: unknown
  /** The unknown or missing key, or the index of an entry that repeats another one. */
  readonly key: string
  /** The index of the entry that is repeated. */
  readonly original: number
}

type Members = Record<string, unknown>

const IS: Readonly<Record<string, (data: unknown) => boolean>> = {
  string: (data) => typeof data === 'string',
  boolean: (data) => typeof data === 'boolean',
  integer: Number.isInteger,
  array: Array.isArray,
  object: (data) => typeof data === 'object' && data !== null && !Array.isArray(data),
}

export const typesOf = ({ type }: SettingSchema): readonly string[] => (typeof type === 'string' ? [type] : type)

/** All errors of the data. Defaults are added to the data in place. */
export function schemaErrors(
  schema: SettingSchema,
  data: unknown,
  steps: readonly string[] = [],
): readonly SchemaError[] {
  const error = (keyword: SchemaError['keyword'], key = '', original = 0): SchemaError => ({
    keyword,
    steps,
    schema,
    received: data,
    key,
    original,
  })
  if (!typesOf(schema).some((type) => IS[type]?.(data))) return [error('type')]
  const isListed = schema.enum === undefined || schema.enum.some((word) => word === data)
  const own = isListed && data !== schema.not?.const && isWithin(schema, data) ? [] : [error('type')]
  if (typeof data === 'string') return [...data].length < (schema.minLength ?? 0) ? [error('minLength'), ...own] : own
  if (Array.isArray(data)) {
    const [original, repeated] = schema.uniqueItems === true && own.length === 0 ? repetition(data) : []
    if (repeated !== undefined) own.push(error('uniqueItems', String(repeated), original))
    const { items } = schema
    if (items === undefined) return own
    return [...own, ...data.flatMap((entry, index) => schemaErrors(items, entry, [...steps, String(index)]))]
  }
  if (typeof data !== 'object') return own
  const members = data as Members
  const { properties = {}, required = [], additionalProperties: others = true } = schema
  for (const [key, child] of Object.entries(properties))
    if (child.default !== undefined && !Object.hasOwn(members, key)) members[key] = structuredClone(child.default)
  own.push(...required.filter((key) => !Object.hasOwn(members, key)).map((key) => error('required', key)))
  for (const key of Object.keys(members)) {
    const child = Object.hasOwn(properties, key) ? properties[key] : others
    if (child === false) own.push(error('additionalProperties', key))
    else if (typeof child === 'object') own.push(...schemaErrors(child, members[key], [...steps, key]))
  }
  return own
}

/** Whether the value is within the bounds of its type, except for the least length of a text. */
function isWithin(schema: SettingSchema, data: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, minItems = 0, maxItems = Infinity, maxLength = Infinity } = schema
  if (typeof data === 'number') return data >= minimum && data <= maximum
  if (Array.isArray(data)) return data.length >= minItems && data.length <= maxItems
  if (typeof data === 'object') return Object.keys(data as Members).length <= (schema.maxProperties ?? Infinity)
  if (typeof data !== 'string') return true
  return [...data].length <= maxLength && (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(data))
}

/** The indexes of an entry that is repeated, and of its repetition. */
function repetition(entries: readonly unknown[]): readonly [original: number, repeated: number] | [] {
  const originals = entries.map((entry) => entries.findIndex((other) => isDeepStrictEqual(other, entry)))
  const repeated = originals.findIndex((original, index) => original !== index)
  return repeated === -1 ? [] : [originals[repeated] ?? 0, repeated]
}
