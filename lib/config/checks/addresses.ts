import { describeReceived, listAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import ADDRESS_SETTINGS from '../schema/address-settings.json' with { type: 'json' }

const LOCALHOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Plain http, a generated root secret, and the demo client are allowed only on localhost. */
export function isLocalhost(address: string): boolean {
  return LOCALHOSTS.has(URL.parse(address)?.hostname ?? '')
}

/** URL of the panel or portal; by default, a path under the base URL. */
export function appAddress(data: unknown, app: 'admin' | 'portal'): string | undefined {
  const given = textAt(data, `${app}Url`)
  const baseUrl = textAt(data, 'baseUrl')
  return given ?? (baseUrl === undefined ? undefined : `${baseUrl}${textAt(objectAt(data, app), 'path') ?? `/${app}`}`)
}

export function checkAddresses(data: unknown): readonly ConfigIssue[] {
  const issues = (['baseUrl', 'adminUrl', 'portalUrl'] as const).flatMap((key) => checkAddress(key, textAt(data, key)))
  return issues.length > 0 ? issues : checkPlaces(data)
}

function checkAddress(path: string, address: string | undefined): readonly ConfigIssue[] {
  if (address === undefined || address === '') return []
  const hint = addressHint(address)
  const { expected } = ADDRESS_SETTINGS.baseUrl
  return hint === undefined ? [] : [configIssue('E1001', path, expected, describeReceived(address, 'shown'), hint)]
}

function addressHint(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'write it whole, from https:// on'
  if (url.protocol === 'http:' && !LOCALHOSTS.has(url.hostname))
    return 'http is accepted only for localhost, 127.0.0.1, and [::1]'
  if (url.username !== '' || url.password !== '') return 'leave out the user name and password'
  if (/[?#]/.test(address)) return 'leave out the query and the fragment'
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(path))
    return 'the path may hold letters, digits and . _ ~ - between single slashes'
  const canonical = `${url.origin}${path}`
  // Clients compare issuers as strings, so the base URL must be written exactly as URL libraries normalize it.
  return canonical === address ? undefined : `write it as ${canonical}`
}

/** The base URL, the panel, and the portal must not have overlapping paths. */
function checkPlaces(data: unknown): readonly ConfigIssue[] {
  const baseUrl = textAt(data, 'baseUrl')
  const admin = appAddress(data, 'admin')
  const portal = appAddress(data, 'portal')
  const holding = Object.entries({ adminUrl: admin, portalUrl: portal }).flatMap(([key, address]) => {
    if (address === undefined || baseUrl === undefined || !isWithin(baseUrl, address)) return []
    return [configIssue('E1006', key, 'an address that does not hold baseUrl', describeReceived(address, 'shown'))]
  })
  if (holding.length > 0) return holding
  const meet = admin !== undefined && portal !== undefined && (isWithin(admin, portal) || isWithin(portal, admin))
  return [
    ...(meet
      ? [configIssue('E1006', 'portalUrl', 'an address apart from adminUrl', describeReceived(portal, 'shown'))]
      : []),
    ...(['admin', 'portal'] as const).flatMap((app) => checkPath(data, app)),
  ]
}

function checkPath(data: unknown, app: 'admin' | 'portal'): readonly ConfigIssue[] {
  const path = textAt(objectAt(data, app), 'path')
  const address = textAt(data, `${app}Url`)
  if (path === undefined || address === undefined || address === `${textAt(data, 'baseUrl')}${path}`) return []
  return [
    configIssue(
      'E1006',
      `${app}.path`,
      `no path next to ${app}Url, or the one it has`,
      describeReceived(path, 'shown'),
    ),
  ]
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** Unless the base URL is on localhost, a root secret is required and must not be one from the documentation. */
export function checkRootSecret(data: unknown): readonly ConfigIssue[] {
  const { examples, expected, hint } = ADDRESS_SETTINGS.secret
  const baseUrl = textAt(data, 'baseUrl')
  if (baseUrl === undefined || !URL.canParse(baseUrl) || isLocalhost(baseUrl)) return []
  const single = textAt(data, 'secret')
  const secrets: readonly unknown[] = single === undefined ? listAt(data, 'secret') : [single]
  const isAbsent = typeof data === 'object' && data !== null && !('secret' in data)
  if (isAbsent) return [configIssue('E1003', 'secret', expected, 'nothing', hint)]
  return secrets.flatMap((secret, index): ConfigIssue[] => {
    const path = single === undefined ? `secret[${index}]` : 'secret'
    const isExample = examples.some((example) => example === secret)
    return isExample
      ? [configIssue('E1003', path, 'a secret of your own', 'the example of the documentation', hint)]
      : []
  })
}
