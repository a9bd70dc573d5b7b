import { copyFileSync, existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The build generates this file from the settings. */
const SCHEMA = fileURLToPath(import.meta.resolve('portico-sso/portico.schema.json'))
const INSTALLED = 'node_modules/portico-sso/dist/package/generated/portico.schema.json'
const COPY = 'portico.schema.json'

/** Path to the schema, relative to the folder. Points to the installed package if possible, otherwise to a copy. */
export function schemaFrom(folder: string): string {
  const installed = join(folder, INSTALLED)
  if (existsSync(installed) && realpathSync(installed) === realpathSync(SCHEMA)) return `./${INSTALLED}`
  copyFileSync(SCHEMA, join(folder, COPY))
  return `./${COPY}`
}
