import { secretVariable } from '../checks/upstreams.ts'
import { isPlainObject, listAt, objectAt, type PlainObject, textAt } from '../data/plain-data.ts'
import type { ConfigIssue } from '../issues/config-error.ts'
import { type ReadFile, readVariable, type Variables } from './variables.ts'

/** Adds client secrets from the environment to the connectors. A secret in the settings takes precedence. */
export function withUpstreamSecrets(
  settings: PlainObject,
  env: Variables,
  readFile: ReadFile,
): { readonly settings: PlainObject; readonly issues: readonly ConfigIssue[] } {
  const login = objectAt(settings, 'login')
  const upstreams = listAt(login, 'upstreams')
  if (upstreams.length === 0) return { settings, issues: [] }
  const issues: ConfigIssue[] = []
  const complete = upstreams.map((upstream) => {
    const id = textAt(upstream, 'id')
    if (!isPlainObject(upstream) || id === undefined || textAt(upstream, 'client_secret') !== undefined) return upstream
    const variable = readVariable({ type: 'string', env: secretVariable(id), writeOnly: true }, env, readFile)
    if (variable.outcome === 'invalid') issues.push(variable.issue)
    return variable.outcome === 'given' ? { ...upstream, client_secret: variable.text } : upstream
  })
  return { settings: { ...settings, login: { ...login, upstreams: complete } }, issues }
}
