// Makes functions of the schemas that every start judges its settings by, so that no start compiles them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { default as standalone } from 'ajv/dist/standalone/index.js'

const FOLDER = 'dist/lib/config/generated'

/** To be called when the schemas have been compiled. */
export async function buildJudges() {
  const { AJV_OPTIONS, ANNOTATIONS, JUDGED_AT_START } = await import('./dist/lib/config/schema/judging.js')
  const ajv = new Ajv({ ...AJV_OPTIONS, code: { source: true } }).addVocabulary(ANNOTATIONS)
  for (const [name, schema] of Object.entries(JUDGED_AT_START)) ajv.addSchema(schema, name)
  mkdirSync(FOLDER, { recursive: true })
  const names = Object.fromEntries(Object.keys(JUDGED_AT_START).map((name) => [name, name]))
  writeFileSync(`${FOLDER}/judges.cjs`, standalone.default(ajv, names))
}
