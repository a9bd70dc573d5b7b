/**
 * internals.ts replaces parts of the engine that cannot be configured, so an untested engine version may behave
 * differently. If the version is untested, Portico logs a finding at startup and continues.
 */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { type Finding, finding } from '../../../policies/findings.ts'
import { packageVersion } from '../../config/own-version.ts'

/** The exact oidc-provider version in package.json. */
export const TESTED_ENGINE_VERSION = '9.13.3'

export function engineFinding(found = installedEngineVersion()): Finding | undefined {
  return found === TESTED_ENGINE_VERSION
    ? undefined
    : finding('engine-untested', { seen: 'engine', found, tested: TESTED_ENGINE_VERSION })
}

/** Version of the installed oidc-provider package; `unknown` if Portico runs from a bundle. */
export const installedEngineVersion = (): string =>
  // The package does not export its package.json, so look for it in the entry file's folder and its parent folders.
  packageVersion('oidc-provider', () => dirname(createRequire(import.meta.url).resolve('oidc-provider')))
