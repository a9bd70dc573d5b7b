/** Validators for settings. The build compiles them, because compiling takes longer than the rest of the startup. */
import { createRequire } from 'node:module'
import type { Ajv, ValidateFunction } from 'ajv'
import type { SettingSchema } from './schema/setting-schema.ts'
import { AJV_OPTIONS, ANNOTATIONS, VALIDATED_AT_START } from './schema/validating.ts'

const load = createRequire(import.meta.url)
const built = load('./generated/validators.cjs') as Readonly<Record<keyof typeof VALIDATED_AT_START, ValidateFunction>>
const validators = new WeakMap<SettingSchema, ValidateFunction>([
  [VALIDATED_AT_START.configuration, built.configuration],
  [VALIDATED_AT_START.deployment, built.deployment],
])

export function validatorOf(schema: SettingSchema): ValidateFunction {
  const existing = validators.get(schema)
  if (existing !== undefined) return existing
  const validator = ajv().compile(schema)
  validators.set(schema, validator)
  return validator
}

function ajv(): Ajv {
  const { Ajv: Compiler } = load('ajv') as typeof import('ajv')
  return new Compiler(AJV_OPTIONS).addVocabulary(ANNOTATIONS)
}
