import { ANNOTATIONS } from '../lib/config/schema/validating.ts'

const DOCUMENTATION = new Set([...ANNOTATIONS, 'title', 'description', 'examples', 'writeOnly'])
/** Keywords whose value is a schema or several, and those that contain schemas by name. */
const SCHEMAS = /^(?:items|additionalProperties|propertyNames|contains|not|if|then|else|anyOf|oneOf|allOf)$/
const BY_NAME = /^(?:properties|patternProperties)$/

/** A schema without its documentation, which a compiled validator would only carry along. */
export function validityOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(validityOf)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([keyword]) => !DOCUMENTATION.has(keyword))
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (SCHEMAS.test(keyword)) return [keyword, validityOf(value)]
      if (!BY_NAME.test(keyword)) return [keyword, value]
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, validityOf(one)]))]
    }),
  )
}
