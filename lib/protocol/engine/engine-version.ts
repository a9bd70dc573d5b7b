/**
 * internals.ts replaces parts of the engine that have no setting, so an untested engine version may behave differently.
 * With such a version Portico logs a finding at startup and continues.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Finding, finding } from '../../../policies/findings.ts'

/** The exact version in package.json. */
export const TESTED_ENGINE_VERSION = '9.13.3'

export function engineFinding(found = installedEngineVersion()): Finding | undefined {
  return found === TESTED_ENGINE_VERSION
    ? undefined
    : finding('engine-untested', { seen: 'engine', found, tested: TESTED_ENGINE_VERSION })
}

/** Version of the installed package; `unknown` in a bundle. */
export function installedEngineVersion(): string {
  try {
    // The package does not export its package.json, which is in the entry file's folder or above.
    let folder = dirname(createRequire(import.meta.url).resolve('oidc-provider'))
    while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return name === 'oidc-provider' ? version : 'unknown'
  } catch {
    return 'unknown'
  }
}
