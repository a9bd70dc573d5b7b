import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, finding } from '../../../policies/findings.ts'
import { checkDrivers } from '../../config/drivers.ts'
import { type ProcessSettings, readEnvironment } from '../../config/environment.ts'
import { ConfigError } from '../../config/issues/config-error.ts'
import { obtainRootSecret } from '../../config/root-secret.ts'
import { engineFinding } from '../../protocol/engine/engine-version.ts'
import { serverUrlOf } from '../../serve/deployment-storage.ts'
import type { Terminal } from '../terminal/command.ts'

/** Portico's settings, read from the environment. */
export interface Subject extends ProcessSettings {
  /** Root secrets, newest first; undefined if the first start would generate one. */
  readonly secrets: readonly [string, ...string[]] | undefined
}

/** @returns the settings, or findings that explain why Portico would reject them */
export async function readSubject(terminal: Pick<Terminal, 'env'>): Promise<Subject | readonly Finding[]> {
  try {
    const settings = readEnvironment(terminal.env)
    const missing = checkDrivers(settings.configuration)
    if (missing.length > 0) throw new ConfigError(missing)
    return { ...settings, secrets: await secretsOf(settings) }
  } catch (error) {
    if (error instanceof ConfigError) return settingFindings(error)
    throw error
  }
}

/** Reads the root secrets, but never generates one, because the doctor must not change anything. */
async function secretsOf({ configuration, deployment }: ProcessSettings): Promise<Subject['secrets']> {
  const { dataFolder } = deployment
  const isLocalhost = configuration.baseUrl.startsWith('http:')
  const isMadeLater = isLocalhost && serverUrlOf(deployment) === undefined && !existsSync(join(dataFolder, 'secret'))
  if (configuration.secret.length === 0 && isMadeLater) return undefined
  const request = { configured: configuration.secret, dataFolder, isLocalhost, isBesideService: true }
  return (await obtainRootSecret(request)).secrets
}

export const settingFindings = ({ issues }: Pick<ConfigError, 'issues'>): readonly Finding[] =>
  issues.map(({ code, path, origin, expected, received, hint }) => {
    const where = origin === undefined ? path : `${path} (${origin})`
    const more = hint === undefined ? '' : `; ${hint}`
    return finding('settings-invalid', `${code} ${where}: expected ${expected}, got ${received}${more}`)
  })

/** Findings about valid settings. */
export function lookAtSettings({ configuration }: Pick<Subject, 'configuration'>): readonly Finding[] {
  const limits = configuration.rateLimits === false ? [finding('rate-limits-off', 'rateLimits is false')] : []
  return [engineFinding(), ...limits].filter((found) => found !== undefined)
}
