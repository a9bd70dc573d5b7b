import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The version of this package; `unknown` in a bundle. */
export const OWN_VERSION: string = versionAbove(import.meta.dirname)

function versionAbove(start: string): string {
  try {
    let folder = start
    while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return name === 'portico-sso' ? version : 'unknown'
  } catch {
    return 'unknown'
  }
}
