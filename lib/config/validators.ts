/**
 * Validates settings. The build compiles validators, because compiling takes longer than the rest of the startup. They
 * only report whether data is valid; ajv, loaded if it is not, reports the errors.
 */
import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { SettingSchema } from './schema/setting-schema.ts'
import { AJV_OPTIONS, ANNOTATIONS, VALIDATED_AT_START } from './schema/validating.ts'

type IsValid = (data: unknown) => boolean

const load = createRequire(import.meta.url)
const built = load('./generated/validators.cjs') as Readonly<Record<keyof typeof VALIDATED_AT_START, IsValid>>
const quick = new Map<SettingSchema, IsValid>([
  [VALIDATED_AT_START.configuration, built.configuration],
  [VALIDATED_AT_START.deployment, built.deployment],
])
const validators = new WeakMap<SettingSchema, ValidateFunction>()

/** The data's errors. Defaults are added to the data in place. */
export function errorsIn(schema: SettingSchema, data: unknown): readonly ErrorObject[] {
  if (quick.get(schema)?.(data) === true) return []
  const validator = validators.get(schema) ?? ajv().compile(schema)
  validators.set(schema, validator)
  validator(data)
  return validator.errors ?? []
}

function ajv(): Ajv {
  const { Ajv: Compiler } = load('ajv') as typeof import('ajv')
  return new Compiler(AJV_OPTIONS).addVocabulary(ANNOTATIONS)
}
