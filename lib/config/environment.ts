/**
 * Settings of a process: what the code says, then environment variables, then the JSON file they name, then defaults;
 * each value on its own. All issues of all sources are reported at once.
 */

import type { Configuration, ConfigurationInput, Deployment } from './configuration.ts'
import { copyPlain, deepFreeze, isPlainObject } from './data/plain-data.ts'
import { ConfigError, type ConfigIssue } from './issues/config-error.ts'
import { memberPath } from './issues/explain.ts'
import { CONFIGURATION_SCHEMA } from './schema/configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from './schema/deployment-schema.ts'
import { readConfigFile } from './sources/config-file.ts'
import { type Layer, mergeLayers, type Sources, sourceOf, sourcesOf } from './sources/layers.ts'
import { withUpstreamSecrets } from './sources/upstream-secrets.ts'
import { type ReadFile, readVariables, type Variables } from './sources/variables.ts'
import { applySchema, checkConfiguration } from './validate.ts'

export interface ProcessSettings {
  readonly configuration: Configuration
  readonly deployment: Deployment
  /** Where each setting of both came from. */
  readonly sources: Sources
}

/** Settings in code; the base address may come from elsewhere. */
export type CodeSettings = Partial<ConfigurationInput>

/**
 * @param code settings that the program itself gives; they win
 * @throws ConfigError with every issue of every source
 */
export function readEnvironment(env: Variables, readFile: ReadFile, code: CodeSettings = {}): ProcessSettings {
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
    ...file.issues,
  ]
  // What seems to be missing may stand in a source that could not be read.
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

/** Sources for a host that gives its settings in code alone. */
export function codeSources(code: CodeSettings): Sources {
  return deepFreeze(sourcesOf(CONFIGURATION_SCHEMA, [codeLayer(code)]))
}

function codeLayer(code: CodeSettings): Layer {
  const settings = copyPlain(code)
  return { settings: isPlainObject(settings) ? settings : {}, sourceOf: () => ({ from: 'code' }) }
}

function defaultLayer(port: unknown): Layer {
  const number = typeof port === 'number' ? port : DEPLOYMENT_SCHEMA.properties.port.default
  // By way of URL, so that port 80 does not stand in an issuer that clients would write without it.
  const baseUrl = URL.parse(`http://localhost:${number}`)?.origin ?? 'http://localhost'
  return { settings: { baseUrl }, sourceOf: () => ({ from: 'default' }) }
}

/** Says which variable or file a wrong value came from. */
function withOrigins(issues: readonly ConfigIssue[], layers: readonly Layer[]): readonly ConfigIssue[] {
  return issues.map((issue) => {
    const { name } = sourceOf(issue.path, layers)
    return name === undefined || issue.code === 'E1004' ? issue : { ...issue, origin: name, ...deploymentHint(issue) }
  })
}

/** `port` in the JSON file is no slip of the pen: it only stands in the wrong place. */
function deploymentHint(issue: ConfigIssue): { readonly hint?: string } {
  const deployment = Object.entries(DEPLOYMENT_SCHEMA.properties).find(([key]) => memberPath('', key) === issue.path)
  return issue.code === 'E1002' && deployment !== undefined
    ? { hint: `set ${deployment[1].env} in the environment instead` }
    : {}
}
