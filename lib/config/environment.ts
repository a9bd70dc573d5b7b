/**
 * Settings for a process, in order of precedence: code, environment variables, the JSON file, and defaults. Each value
 * is resolved separately. A single error lists the issues from all sources.
 */

import { readFileSync } from 'node:fs'
import type { Configuration, ConfigurationInput, Deployment } from './configuration.ts'
import { textIn } from './data/file-text.ts'
import { copyPlain, deepFreeze, isPlainObject, memberAt } from './data/plain-data.ts'
import { ConfigError, type ConfigIssue, configIssue } from './issues/config-error.ts'
import { memberPath } from './issues/explain.ts'
import { CONFIGURATION_SCHEMA } from './schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from './schema/deployment-schema.json' with { type: 'json' }
import { readConfigFile } from './sources/config-file.ts'
import { type Layer, mergeLayers, type Sources, sourceOf, sourcesOf } from './sources/layers.ts'
import { withUpstreamSecrets } from './sources/upstream-secrets.ts'
import { type ReadFile, readVariables, type Variables } from './sources/variables.ts'
import { applySchema, checkConfiguration } from './validate.ts'

export interface ProcessSettings {
  readonly configuration: Configuration
  readonly deployment: Deployment
  /** The source of each setting in `configuration` and `deployment`. */
  readonly sources: Sources
}

/** All keys are optional, because even the base URL can come from another source. */
export type CodeSettings = Partial<ConfigurationInput>

const TWO_STORES = configIssue('E1007', 'DATABASE_URL', 'one of DATABASE_URL and REDIS_URL', 'both')

/**
 * Reads and validates all settings of a process. Does not read `process.env`; pass it as `env`.
 * @param code settings passed by the program; they take precedence
 * @throws ConfigError with every issue from every source
 */
export function readEnvironment(
  env: Variables,
  readFile: ReadFile = readText,
  code: CodeSettings = {},
): ProcessSettings {
  const forProcess = readVariables(DEPLOYMENT_SCHEMA, env, readFile)
  const forService = readVariables(CONFIGURATION_SCHEMA, env, readFile)
  const deployment = { ...forProcess.layer.settings }
  const deploymentIssues = withOrigins(applySchema(DEPLOYMENT_SCHEMA, deployment), [forProcess.layer])
  const file = readConfigFile(deployment.configFile, sourceOf('configFile', [forProcess.layer]).name ?? '', readFile)

  const layers = [codeLayer(code), forService.layer, file.layer, defaultLayer(deployment.port)]
  const secrets = withUpstreamSecrets(mergeLayers(layers), env, readFile)
  const checked = checkConfiguration(secrets.settings)
  const found = checked.outcome === 'valid' ? [] : withOrigins(checked.issues, layers)
  const sourceIssues = [
    ...forProcess.issues,
    ...forService.issues,
    ...secrets.issues,
    ...deploymentIssues,
    ...(deployment['redisUrl'] !== undefined && deployment['databaseUrl'] !== undefined ? [TWO_STORES] : []),
    ...file.issues,
  ]
  // If a source could not be read, a setting that seems to be missing might be in that source.
  const isCertain = (issue: ConfigIssue) =>
    sourceIssues.length === 0 || issue.origin !== undefined || issue.code === 'E1002'
  const issues = [...sourceIssues, ...found.filter(isCertain)]
  if (checked.outcome === 'invalid' || issues.length > 0) throw new ConfigError(issues)
  const configFile = file.place === undefined ? {} : { configFile: file.place }
  return {
    configuration: checked.settings,
    deployment: deepFreeze({ ...deployment, ...configFile }) as unknown as Deployment,
    sources: deepFreeze({
      ...sourcesOf(CONFIGURATION_SCHEMA, layers),
      ...sourcesOf(DEPLOYMENT_SCHEMA, [forProcess.layer]),
    }),
  }
}

const readText: ReadFile = (path) => textIn(readFileSync(path))

/** Sources for a host that passes all settings in code. */
export function codeSources(code: CodeSettings): Sources {
  return deepFreeze(sourcesOf(CONFIGURATION_SCHEMA, [codeLayer(code)]))
}

function codeLayer(code: CodeSettings): Layer {
  const settings = copyPlain(code)
  return { settings: isPlainObject(settings) ? settings : {}, sourceOf: () => ({ from: 'code' }) }
}

function defaultLayer(port: unknown): Layer {
  const number = typeof port === 'number' ? port : DEPLOYMENT_SCHEMA.properties.port.default
  // Uses the URL parser to drop port 80, because clients would not include it in the issuer.
  const baseUrl = URL.parse(`http://localhost:${number}`)?.origin ?? 'http://localhost'
  return { settings: { baseUrl }, sourceOf: () => ({ from: 'default' }) }
}

/** Adds the source of the invalid value to each issue: a variable or a file. */
function withOrigins(issues: readonly ConfigIssue[], layers: readonly Layer[]): readonly ConfigIssue[] {
  return issues.map((issue) => {
    // A hint that names another variable is more useful.
    if (issue.code === 'E1004')
      return /^or set [A-Z]/.test(issue.hint ?? '') ? issue : { ...issue, ...variableHint(issue, layers) }
    const { name } = sourceOf(issue.path, layers)
    return name === undefined ? issue : { ...issue, origin: name, ...deploymentHint(issue) }
  })
}

/** Hint for a missing member of a group that exists only because a variable sets another member. */
function variableHint({ path }: ConfigIssue, layers: readonly Layer[]): { readonly hint?: string } {
  const [group = ''] = path.split('.')
  const members = layers.flatMap((layer) => {
    const value = memberAt(layer.settings, group)
    return isPlainObject(value) ? Object.keys(value).map((key) => layer.sourceOf(`${group}.${key}`)) : []
  })
  if (members.length === 0 || members.some(({ from }) => from !== 'env')) return {}
  const names = members.map(({ name }) => name).join(', ')
  return { hint: `only ${names} sets ${group}: add ${group} to the JSON file, or remove the variable` }
}

/** Hint for a deployment setting in the JSON file: such a setting must be an environment variable. */
function deploymentHint(issue: ConfigIssue): { readonly hint?: string } {
  const deployment = Object.entries(DEPLOYMENT_SCHEMA.properties).find(([key]) => memberPath('', key) === issue.path)
  return issue.code === 'E1002' && deployment !== undefined
    ? { hint: `set ${deployment[1].env} in the environment instead` }
    : {}
}
