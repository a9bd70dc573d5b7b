/** The first steps of a sign-in in a browser: redirects, cookies, and the page's content security policy. */
import { type Finding, finding } from '../../../../policies/findings.ts'
import type { Configuration } from '../../../config/configuration.ts'
import { contentSecurityPolicy } from '../../../web/ui/csp.ts'
import { type Ask, type Reply, reasonOf } from './exchange.ts'

const REDIRECTS_MAX = 5

export async function lookAtPages(ask: Ask, configuration: Configuration): Promise<readonly Finding[]> {
  const { baseUrl, portal, portalUrl, admin, adminUrl } = configuration
  const app = portal.enabled ? portalUrl : admin.enabled ? adminUrl : undefined
  const walk = await walkTo(ask, app === undefined ? `${baseUrl}/errors/` : `${app}/`, [baseUrl, portalUrl, adminUrl])
  if ('findings' in walk) return walk.findings
  const { page, cookies } = walk
  // Other requests from this IP address have used up the rate limit, so there is no page to check.
  if (page.status === 429) return []
  const missing =
    app !== undefined && cookies.length === 0 ? [finding('cookie-missing', 'a sign-in started without a cookie')] : []
  const isHttps = baseUrl.startsWith('https:')
  return [...missing, ...oneOfEach(cookies.flatMap((cookie) => cookieFindings(cookie, isHttps))), ...cspFindings(page)]
}

type Walk = { readonly page: Reply; readonly cookies: readonly string[] } | { readonly findings: readonly Finding[] }

/** @param within base URLs; every redirect on the way to the sign-in page must stay under one of them */
async function walkTo(ask: Ask, start: string, within: readonly string[]): Promise<Walk> {
  const jar = new Map<string, string>()
  let place = start
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    const held = [...jar.values()].map((line) => line.split(';', 1)[0]).join('; ')
    const headers = { Accept: 'text/html', ...(held === '' ? {} : { Cookie: held }) }
    const reply = await ask(place, { headers }).catch(reasonOf)
    if (typeof reply === 'string') return { findings: [finding('url-unreachable', `${pathOf(place)} (${reply})`)] }
    for (const line of reply.all('set-cookie')) jar.set(line.split('=', 1)[0] ?? '', line)
    const { location } = reply.headers
    if (location === undefined) return { page: reply, cookies: [...jar.values()] }
    const next = new URL(location, place).href
    if (!within.some((address) => next === address || next.startsWith(`${address}/`)))
      return {
        findings: [
          finding('redirect-changed', `${pathOf(place)} redirects to ${new URL(next).origin}, outside BASE_URL`),
        ],
      }
    place = next
  }
  return { findings: [finding('redirect-changed', `${pathOf(start)} redirects endlessly`)] }
}

/** A URL's path, without the query, because the query can contain one of the sign-in's secrets. */
const pathOf = (place: string): string => new URL(place).pathname

function cookieFindings(line: string, isHttps: boolean): readonly Finding[] {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const name = pair.split('=', 1)[0] ?? ''
  const attributes = new Map(rest.map((part) => part.toLowerCase().split('=', 2) as [string, string | undefined]))
  // Shortens the random part that a cookie name can contain.
  const called = `the cookie ${name.replace(/(?<![\w-])[\w-]{20,}$/, '…')}`
  const [isSecure, isPrefixed] = [attributes.has('secure'), /^__(?:Host|Secure)-/.test(name)]
  const unprotected = attributes.has('httponly') ? 'SameSite' : 'HttpOnly'
  const isOfHost = name.startsWith('__Host-')
  return [
    isHttps && !(isSecure && isPrefixed) && finding('cookie-insecure', `${called} is not restricted to https`),
    isOfHost &&
      (attributes.get('path') !== '/' || attributes.has('domain')) &&
      finding('cookie-prefix', `${called} is for the path ${attributes.get('path') ?? 'of the page'}`),
    !(attributes.has('httponly') && attributes.has('samesite')) &&
      finding('cookie-flags', `${called} is not ${unprotected}`),
  ].filter((one) => one !== false)
}

/** One finding per code, because a proxy that changes one cookie changes all of them. */
const oneOfEach = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((one) => [one.code, one])).values(),
]

function cspFindings(page: Reply): readonly Finding[] {
  const policies = page.all('content-security-policy').flatMap((line) => line.split(','))
  if (policies.length > 1)
    return [finding('csp-doubled', `the sign-in page has ${policies.length} policies (Content-Security-Policy)`)]
  // Pages rendered by the host can contain additional nonces.
  const partsOf = (policy: string): readonly string[] =>
    policy.split(';').map((part) => part.replaceAll(/ 'nonce-[^']*'/g, '').trim())
  const [own, found] = [partsOf(contentSecurityPolicy('interaction')), partsOf(policies[0] ?? '')]
  const changed = [...own.filter((part) => !found.includes(part)), ...found.filter((part) => !own.includes(part))]
  if (changed.length === 0) return []
  const parts = new Set(changed.map((part) => part.split(' ', 1)[0]).filter(Boolean))
  return [finding('csp-changed', `the policy of the sign-in page differs in ${[...parts].join(', ') || 'all'}`)]
}
