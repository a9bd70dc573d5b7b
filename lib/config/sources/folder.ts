/** Files in the working directory: `.env`, and `portico.json` unless a variable names a different file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnvFile } from './env-file.ts'
import type { Variables } from './variables.ts'

export const CONFIG_FILE = 'portico.json'
export const ENV_FILE = '.env'

/** The environment overrides `.env`, even if one sets a variable as `NAME` and the other as `NAME_FILE`. */
export function folderVariables(env: Variables, folder: string): Variables {
  const envFile = join(folder, ENV_FILE)
  const read: Variables = existsSync(envFile) ? readEnvFile(readFileSync(envFile), envFile) : {}
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== ''
  const isOverruled = (name: string): boolean =>
    isSet(name) || isSet(`${name}_FILE`) || isSet(name.replace(/_FILE$/, ''))
  const written = Object.fromEntries(Object.entries(read).filter(([name]) => !isOverruled(name)))
  const variables = { ...env, ...written }
  const configFile = join(folder, CONFIG_FILE)
  const isNamed = ['PORTICO_CONFIG', 'PORTICO_CONFIG_FILE'].some((name) => (variables[name]?.trim() ?? '') !== '')
  return isNamed || !existsSync(configFile) ? variables : { ...variables, PORTICO_CONFIG: configFile }
}
