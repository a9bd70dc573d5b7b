import { createRequire } from 'node:module'

/**
 * Checks at startup that an optional package is installed, without loading it.
 * @param by the function that needs it
 * @throws Error that names the package
 */
export function requirePackage(name: string, major: number, by: string): void {
  try {
    createRequire(import.meta.url).resolve(name)
  } catch {
    const error = new Error(`${by} needs the package ${name}: npm install ${name}@${major}`)
    throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' })
  }
}
