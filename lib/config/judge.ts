/**
 * Judges data by a schema. What judges the settings is made at the build (`build-judges.js`): making it takes longer than all the
 * judging of a start. Any other schema, of a line of a file, is compiled when it is used for the first time.
 */
import { createRequire } from 'node:module'
import type { Ajv, ValidateFunction } from 'ajv'
import { AJV_OPTIONS, ANNOTATIONS, JUDGED_AT_START } from './schema/judging.ts'
import type { SettingSchema } from './schema/setting-schema.ts'

const load = createRequire(import.meta.url)
const built = load('./generated/judges.cjs') as Readonly<Record<keyof typeof JUDGED_AT_START, ValidateFunction>>
const judges = new WeakMap<SettingSchema, ValidateFunction>([
  [JUDGED_AT_START.configuration, built.configuration],
  [JUDGED_AT_START.deployment, built.deployment],
])

export function judgeOf(schema: SettingSchema): ValidateFunction {
  const known = judges.get(schema)
  if (known !== undefined) return known
  const judge = ajv().compile(schema)
  judges.set(schema, judge)
  return judge
}

function ajv(): Ajv {
  const { Ajv: Compiler } = load('ajv') as typeof import('ajv')
  return new Compiler(AJV_OPTIONS).addVocabulary(ANNOTATIONS)
}
