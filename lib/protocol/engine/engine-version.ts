/**
 * Parts of the engine are replaced that it gives no setting for (internals.ts), so another version of it may behave in a way
 * that no test has seen. Then the log says so at the start, and the service runs all the same.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Finding, finding } from '../../../policies/findings.ts'

/** The version that package.json names, exactly. */
export const TESTED_ENGINE_VERSION = '9.13.3'

export function engineFinding(found = installedEngineVersion()): Finding | undefined {
  return found === TESTED_ENGINE_VERSION
    ? undefined
    : finding('engine-untested', { seen: 'engine', found, tested: TESTED_ENGINE_VERSION })
}

/** Of the package that an import finds; `unknown` where it has been bundled. */
export function installedEngineVersion(): string {
  try {
    // The package does not export its package.json, which lies in the folder of the entry file or above it.
    let folder = dirname(createRequire(import.meta.url).resolve('oidc-provider'))
    while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return name === 'oidc-provider' ? version : 'unknown'
  } catch {
    return 'unknown'
  }
}
