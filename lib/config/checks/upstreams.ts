/** Checks external providers. Their IDs and names must be unique, and providers with open registration are rejected. */
import { dayIn } from '../data/day.ts'
import { describeReceived, listAt, memberAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, type ConfigIssueCode, configIssue } from '../issues/config-error.ts'
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

/** Rejects `only` on more than one provider, because the sign-in page can redirect to only one. */
function checkOnly(upstreams: readonly unknown[]): readonly ConfigIssue[] {
  const [, ...more] = upstreams.flatMap((upstream, index) => (memberAt(upstream, 'only') === true ? [index] : []))
  return more.map((index) =>
    configIssue('E1006', `login.upstreams[${index}].only`, 'one connector with only', 'another one'),
  )
}

function checkUpstream(upstream: unknown, path: string): readonly ConfigIssue[] {
  const [issuer = '', expires, id = 'ID'] = ['issuer', 'secretExpires', 'id'].map((key) => textAt(upstream, key))
  const issue = (code: ConfigIssueCode, key: string, expected: string, received: string, hint?: string) =>
    configIssue(code, `${path}.${key}`, expected, received, hint)
  const received = describeReceived(issuer, 'shown')
  const opensToAll = issuer === GOOGLE && textAt(upstream, 'firstSignIn') === 'create' && !hasHostedDomain(upstream)
  return [
    issuer.startsWith('http:') &&
      !isLocalhost(issuer) &&
      issue('E1001', 'issuer', 'an https URL', received, 'http is allowed only for localhost'),
    // These issuers accept every Microsoft account.
    ENTRA.test(issuer) && issue('E1006', 'issuer', 'the issuer of one tenant', received, 'put the tenant id there'),
    opensToAll &&
      issue(
        'E1006',
        'require',
        '{ "hd": "your-domain" } next to firstSignIn "create"',
        'nothing',
        'otherwise every Google user gets an account here',
      ),
    // The schema reports any other form.
    /^\d{4}-\d{2}-\d{2}$/.test(expires ?? '') &&
      dayIn(expires ?? '') === undefined &&
      issue('E1001', 'secretExpires', 'a day such as 2027-11-30', describeReceived(expires, 'shown')),
    textAt(upstream, 'client_secret') === undefined &&
      issue('E1004', 'client_secret', 'the client secret', 'nothing', `or set ${secretVariable(id)}`),
  ].filter((one) => one !== false)
}

const hasHostedDomain = (upstream: unknown): boolean => textAt(objectAt(upstream, 'require'), 'hd') !== undefined

/** Name of the environment variable that contains a connector's client secret. */
export const secretVariable = (id: string): string => `UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}_CLIENT_SECRET`
