/** External providers: ids and names are unique, and a provider with open registration is refused. */
import { describeReceived, listAt, memberAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { isLocalhost } from './addresses.ts'

const ENTRA = /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\/(common|organizations|consumers)(?:\/|$)/
const GOOGLE = 'https://accounts.google.com'

export function checkUpstreams(data: unknown): readonly ConfigIssue[] {
  const upstreams = listAt(objectAt(data, 'login'), 'upstreams')
  return [
    ...checkAlone(upstreams, 'id'),
    ...checkAlone(upstreams, 'name'),
    ...checkOnly(upstreams),
    ...upstreams.flatMap((upstream, index) => checkUpstream(upstream, `login.upstreams[${index}]`)),
  ]
}

function checkAlone(upstreams: readonly unknown[], key: 'id' | 'name'): readonly ConfigIssue[] {
  const held = new Set<string>()
  return upstreams.flatMap((upstream, index) => {
    const value = textAt(upstream, key)
    if (value === undefined || !held.has(value.toLowerCase())) {
      held.add((value ?? '').toLowerCase())
      return []
    }
    const path = `login.upstreams[${index}].${key}`
    return [configIssue('E1005', path, `a ${key} of its own`, describeReceived(value, 'shown'))]
  })
}

/** A sign-in redirects to one provider only. */
function checkOnly(upstreams: readonly unknown[]): readonly ConfigIssue[] {
  const [, ...more] = upstreams.flatMap((upstream, index) => (memberAt(upstream, 'only') === true ? [index] : []))
  return more.map((index) =>
    configIssue('E1006', `login.upstreams[${index}].only`, 'one connector with only', 'another one'),
  )
}

function checkUpstream(upstream: unknown, path: string): readonly ConfigIssue[] {
  const issues: ConfigIssue[] = []
  const issuer = textAt(upstream, 'issuer')
  if (issuer !== undefined) {
    const received = describeReceived(issuer, 'shown')
    if (issuer.startsWith('http:') && !isLocalhost(issuer))
      issues.push(configIssue('E1001', `${path}.issuer`, 'an https address', received, 'http is for localhost alone'))
    // Such an issuer accepts every Microsoft account.
    if (ENTRA.test(issuer))
      issues.push(
        configIssue('E1006', `${path}.issuer`, 'the issuer of one tenant', received, 'put the tenant id there'),
      )
    if (issuer === GOOGLE && textAt(upstream, 'firstSignIn') === 'create' && !hasHostedDomain(upstream))
      issues.push(
        configIssue(
          'E1006',
          `${path}.require`,
          '{ "hd": "your-domain" } beside firstSignIn "create"',
          'nothing',
          'otherwise everybody with a Google account gets an account here',
        ),
      )
  }
  const expires = textAt(upstream, 'secretExpires')
  if (expires !== undefined && !isDay(expires))
    issues.push(
      configIssue('E1001', `${path}.secretExpires`, 'a day such as 2027-11-30', describeReceived(expires, 'shown')),
    )
  if (textAt(upstream, 'client_secret') === undefined)
    issues.push(
      configIssue(
        'E1004',
        `${path}.client_secret`,
        'the client secret',
        'nothing',
        `or set ${secretVariable(textAt(upstream, 'id') ?? 'ID')}`,
      ),
    )
  return issues
}

const hasHostedDomain = (upstream: unknown): boolean => textAt(objectAt(upstream, 'require'), 'hd') !== undefined

/** Text that fails the pattern passes: the schema reports it. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return true
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The environment variable with the client secret of a connector. */
export const secretVariable = (id: string): string => `UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}_CLIENT_SECRET`
